package io.galewatch.sim.lab;

import io.galewatch.sim.report.ReportFile;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** {@code lab audit}. */
@Command(name = "audit", description = "The service's own audit of all shards, by a box of a running fleet.")
final class AuditCommand implements Callable<Integer> {

    @Mixin
    private WorkOption work = new WorkOption();

    @Option(names = "--gap", paramLabel = "TIME", defaultValue = "1h", description = "report silences longer than this inside a turbine's history, 0s for none; default ${DEFAULT-VALUE}")
    private String gap = "1h";

    @Option(names = "--report", paramLabel = "FILE", description = "write the findings as JSON to this file")
    private @Nullable Path report;

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        PrintWriter out = Commands.out(spec);
        LabState state = new StateFile(new Layout(work.directory())).require();
        try (HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(
                Duration.ofSeconds(2)).build()) {
            AdminClient admin = new AdminClient(state.boxes().stream().map(box -> URI.create(box.url())).toList(),
                    Users.ADMIN, Objects.requireNonNull(state.users().get(Users.ADMIN)), http);
            JsonNode found = admin.audit(gap);
            out.print(AuditTable.of(found));
            out.flush();
            Path file = report;
            if (file != null) {
                ReportFile.write(found, file);
            }
            return found.path("clean").asBoolean(false) ? ExitCode.CLEAN : ExitCode.WRONG;
        }
    }
}
