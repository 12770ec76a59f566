package io.galewatch.mover.migrate;

import io.galewatch.mover.config.FleetProperties;
import io.galewatch.mover.config.StartRefusedException;
import java.sql.SQLException;
import org.flywaydb.core.api.FlywayException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ConfigurableApplicationContext;

/** {@code java -jar galewatch-mover.jar migrate}: reads the settings, migrates, exits. No web server. */
public final class MigrateCommand {

    public static final String NAME = "migrate";

    private static final Logger log = LoggerFactory.getLogger(MigrateCommand.class);

    private MigrateCommand() {}

    /** Not annotated as a configuration, so that a box's component scan does not find it. */
    @EnableConfigurationProperties({FleetProperties.class, MigrateProperties.class})
    static class Settings {}

    /** @return the exit code: 0 when everything is there, 1 otherwise, with one message that says why */
    public static int run(String... args) {
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Settings.class).web(
                WebApplicationType.NONE).run(args)) {
            return migrate(context.getBean(FleetProperties.class), context.getBean(MigrateProperties.class));
        } catch (RuntimeException e) {
            log.debug("settings are refused; the reason was printed", e);
            return 1;
        }
    }

    private static int migrate(FleetProperties fleet, MigrateProperties settings) {
        try {
            String done = new Migration(fleet, settings).run();
            log.info("migrate is done: {}", done);
            return 0;
        } catch (StartRefusedException e) {
            log.error("migrate is refused: {} {}", e.getMessage(), e.action());
        } catch (SQLException | FlywayException e) {
            log.error("migrate failed; whatever was done is kept, run it again: {}", e.getMessage());
            log.debug("migrate failed", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            log.error("migrate was interrupted; whatever was done is kept, run it again");
        }
        return 1;
    }
}
