package io.galewatch.sim.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.galewatch.sim.lab.ExitCode;
import io.galewatch.sim.report.Report;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The scenarios that can share a fleet, ten times as fast as the story, one after the other. {@code -Dseed=} replays a chaos,
 * {@code -Dfault.minutes=} sets how long it is; without, every kind of fault strikes once. {@code -Dscenario=chaos,march}
 * plays only those.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ScenariosIT {

    @TempDir
    static Path directory = Path.of("");

    private static Optional<Rehearsal> rehearsal = Optional.empty();

    @BeforeAll
    static void start() throws Exception {
        long seed = Long.getLong("seed", System.nanoTime());
        System.out.println("chaos: replay with -Dseed=" + seed);
        rehearsal = Optional.of(Rehearsal.of(directory.resolve("fleet"), 26_400, 5, seed,
                new March().boxSettings(Rehearsal.SCALE)));
    }

    @AfterAll
    static void stop() {
        rehearsal.ifPresent(Rehearsal::close);
    }

    static Stream<Named<Scenario>> scenarios() {
        List<String> wanted = List.of(System.getProperty("scenario", "").split(","));
        return Stream.<Scenario>of(new Freeze(Freeze.In.COPY), new Freeze(Freeze.In.VERIFY),
                new Freeze(Freeze.In.DELETE), new Freeze(Freeze.In.RENEW), new Kill(Moment.COPY),
                new Kill(Moment.RENEW), new CutOff(CutOff.Policy.CARRY_ON), new ShardCrash(), new RoutingRestored(),
                new Abort(), new Shrink(), new Grow(), new RollingRestart(), new March(), new DiskFull(),
                new Chaos(Integer.getInteger("fault.minutes", 0))).filter(
                        scenario -> wanted.contains("") || wanted.contains(scenario.name())).map(
                                scenario -> Named.of(scenario.title(), scenario));
    }

    @Order(1)
    @ParameterizedTest(name = "{0}")
    @MethodSource("scenarios")
    void endsClean(Scenario scenario) throws Exception {
        Report report = rehearsal.orElseThrow().play(scenario);
        assertThat(report.exitCode()).as(report.problems().toString()).isEqualTo(ExitCode.CLEAN);
        assertThat(report.rowsMoved()).isPositive();
    }

    /** The last one: what it misfiles stays where it is. */
    @Order(2)
    @Test
    void marchWithoutTheMapFenceMisfiles() throws Exception {
        Report report = rehearsal.orElseThrow().play(new March(true));
        assertThat(report.exitCode()).isEqualTo(ExitCode.WRONG);
        assertThat(report.misplaced()).isPositive();
        assertThat(report.lost()).isZero();
        assertThat(report.problems()).as("the audit names them").noneMatch(problem -> problem.contains("it is not so"));
    }
}
