package io.galewatch.routing.db;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;

/** Opens pools. Opening never waits for the database: a box starts, and goes on, while one of them is away. */
public final class Pools {

    /**
     * Raises synchronous_commit where the server's default is weaker, and only there: a site that runs with remote_apply
     * keeps it.
     */
    private static final String DURABLE = "case when current_setting('synchronous_commit') in "
            + "('off', 'local', 'remote_write') then set_config('synchronous_commit', 'on', false) end";

    /**
     * Half-open connections end on the server after about five seconds too. UTC and one style of intervals, so that the text
     * of a value is the same everywhere. The temporary schema is named last, because unnamed it comes first and could shadow a table.
     */
    private static final String SERVER_OPTIONS = "-c TimeZone=UTC -c IntervalStyle=postgres -c default_transaction_isolation=read\\ committed -c search_path=pg_catalog,public,pg_temp"
            + " -c tcp_keepalives_idle=2 -c tcp_keepalives_interval=1 -c tcp_keepalives_count=3 -c tcp_user_timeout=5000";

    private Pools() {}

    /** Opens a pool. The caller closes it. */
    public static HikariDataSource open(PoolSpec spec) {
        HikariConfig config = new HikariConfig();
        config.setPoolName(spec.name());
        config.setJdbcUrl(spec.url());
        config.setUsername(spec.role().login());
        config.setPassword(spec.password());
        config.setMaximumPoolSize(spec.size());
        config.setMinimumIdle(0);
        config.setInitializationFailTimeout(-1);
        config.setConnectionTimeout(Math.max(250, spec.limits().connect().toMillis()));
        config.setValidationTimeout(Math.max(250, spec.limits().connect().toMillis()));
        config.setIdleTimeout(Duration.ofSeconds(60).toMillis());
        config.setMaxLifetime(Duration.ofMinutes(15).toMillis());
        config.setKeepaliveTime(Duration.ofSeconds(30).toMillis());
        config.setConnectionInitSql("select " + spec.proof() + ", " + DURABLE);
        config.setExceptionOverrideClassName(ReadOnlyIsBroken.class.getName());
        config.addDataSourceProperty("ApplicationName", spec.applicationName());
        config.addDataSourceProperty("connectTimeout", Limits.wholeSeconds(spec.limits().connect()));
        config.addDataSourceProperty("loginTimeout", Limits.wholeSeconds(spec.limits().connect()) + 1);
        config.addDataSourceProperty("socketTimeout", Limits.wholeSeconds(spec.limits().socket()));
        config.addDataSourceProperty("cancelSignalTimeout", Limits.wholeSeconds(spec.limits().connect()));
        config.addDataSourceProperty("tcpKeepAlive", true);
        config.addDataSourceProperty("options",
                SERVER_OPTIONS + " " + spec.limits().serverOptions() + " " + spec.role().serverOptions());
        return new HikariDataSource(config);
    }
}
