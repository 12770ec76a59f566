package io.galewatch.mover.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/**
 * The versions of the schema that this jar was built with.
 *
 * @param routing newest migration of the routing database
 * @param shard newest migration of a shard
 */
record SchemaVersions(int routing, int shard) {

    private static final Pattern MIGRATION = Pattern.compile("V(\\d+)__.*\\.sql");

    /** Reads them from the migrations in the jar. */
    static SchemaVersions ofThisJar() {
        return new SchemaVersions(newest("classpath*:sql/routing/V*__*.sql"), newest("classpath*:sql/shard/V*__*.sql"));
    }

    int of(Database database) {
        return database.shard().isEmpty() ? routing : shard;
    }

    private static int newest(String pattern) {
        try {
            return Arrays.stream(new PathMatchingResourcePatternResolver().getResources(pattern)).map(
                    one -> MIGRATION.matcher(String.valueOf(one.getFilename()))).filter(Matcher::matches).mapToInt(
                            matcher -> Integer.parseInt(matcher.group(1))).max().orElseThrow(
                                    () -> new IllegalStateException("this jar carries no migrations: " + pattern));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list the migrations in this jar", e);
        }
    }
}
