package io.galewatch.sim.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkspaceTest {

    @TempDir
    Path directory = Path.of("");

    private FleetSettings settings(Path work, int portBase) {
        return new FleetSettings(work, Path.of("box.jar"), 4, 2, 3, 200, Ports.from(portBase), Duration.ofSeconds(60),
                1,
                Map.of());
    }

    private void prepare(Path work, int portBase) {
        FleetSettings settings = settings(work, portBase);
        new Workspace(settings, new StateFile(settings.layout())).prepare(new SecureRandom());
    }

    @Test
    void writesAStateThatOnlyItsOwnerCanRead() throws IOException {
        Path work = directory.resolve("new");
        prepare(work, 23_000);
        StateFile state = new StateFile(new Layout(work));
        assertThat(state.require().boxes()).extracting(LabState.BoxEntry::name).containsExactly("box-1", "box-2",
                "box-3", "box-4");
        assertThat(state.require().databases()).extracting(LabState.DatabaseEntry::name).containsExactly("routing",
                "shard-1", "shard-2", "shard-3");
        assertThat(state.require().users()).containsKeys("galewatch_owner", "galewatch_mover", "galewatch_ingest",
                "galewatch_reader", "admin");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(work.resolve("lab.json")))).isEqualTo(
                "rw-------");
    }

    @Test
    void clearsWhatAnEarlierFleetLeft() throws IOException {
        prepare(directory, 23_000);
        Files.writeString(directory.resolve("ledger.jsonl"), "old");
        prepare(directory, 23_000);
        assertThat(directory.resolve("ledger.jsonl")).doesNotExist();
    }

    @Test
    void deletesNothingInADirectoryThatIsNoLabs() throws IOException {
        Files.createDirectories(directory.resolve("postgres"));
        Files.writeString(directory.resolve("postgres/precious"), "data");
        assertThatThrownBy(() -> prepare(directory, 23_000)).isInstanceOf(
                EnvironmentProblem.class).hasMessageContaining("nothing is deleted");
        assertThat(directory.resolve("postgres/precious")).exists();
    }

    @Test
    void namesThePortThatIsTakenAndWhoNeedsIt() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int base = taken.getLocalPort() - 50;
            assertThatThrownBy(() -> prepare(directory.resolve("new"), base)).isInstanceOf(
                    EnvironmentProblem.class).hasMessageContaining(
                            "port " + taken.getLocalPort() + ", which routing needs, is taken");
        }
    }
}
