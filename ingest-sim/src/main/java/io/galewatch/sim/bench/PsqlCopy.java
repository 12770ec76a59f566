package io.galewatch.sim.bench;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** {@code psql -c "copy … to stdout" | psql -c "copy … from stdin"}. */
public final class PsqlCopy implements UnverifiedMove.Copy {

    private final Path psql;
    private final String source;
    private final String target;
    private final String password;
    private final String options;

    /**
     * @param source URI with the user and without the password, as the target's
     * @param options of COPY, {@code (format binary)} for example
     */
    public PsqlCopy(Path psql, String source, String target, String password, String options) {
        this.psql = psql;
        this.source = source;
        this.target = target;
        this.password = password;
        this.options = options;
    }

    /** The first psql on the PATH. */
    public static Optional<Path> psql() {
        return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)).map(
                directory -> Path.of(directory, "psql")).filter(Files::isExecutable).findFirst();
    }

    @Override
    public void copy(String turbine) throws IOException, InterruptedException {
        List<Process> pipeline = ProcessBuilder.startPipeline(List.of(
                psql(source, "copy (select * from " + UnverifiedMove.TABLE + " where turbine_id = '" + turbine
                        + "' order by read_at) to stdout " + options),
                psql(target, "copy " + UnverifiedMove.TABLE + " from stdin " + options).redirectErrorStream(true)));
        String said = new String(pipeline.getLast().getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        for (Process process : pipeline) {
            if (process.waitFor() != 0) {
                throw new IOException("psql failed: " + said);
            }
        }
    }

    private ProcessBuilder psql(String uri, String sql) {
        ProcessBuilder builder = new ProcessBuilder(psql.toString(), "-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", uri,
                "-c", sql);
        builder.environment().put("PGPASSWORD", password);
        return builder;
    }
}
