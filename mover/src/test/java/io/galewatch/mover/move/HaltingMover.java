package io.galewatch.mover.move;

import io.galewatch.mover.move.Interruption.Point;
import io.galewatch.routing.db.FleetAddress;
import io.galewatch.routing.testing.TestPostgres;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A mover in a process of its own that halts, as by SIGKILL, the n-th time it passes a point: no finally, no shutdown hook,
 * no rollback is run.
 */
final class HaltingMover {

    static final int HALTED = 137;

    private HaltingMover() {}

    /** Arguments: point, n, fleet id, routing URL, shard URLs. */
    public static void main(String[] args) throws InterruptedException {
        Point point = Point.valueOf(args[0]);
        AtomicInteger left = new AtomicInteger(Integer.parseInt(args[1]));
        FleetAddress address = new FleetAddress(args[3], Arrays.asList(args).subList(4, args.length));
        Interruption halt = passed -> {
            if (passed == point && left.decrementAndGet() == 0) {
                Runtime.getRuntime().halt(HALTED);
            }
        };
        MoverRig rig = new MoverRig(address, TestPostgres.CREDENTIALS, UUID.fromString(args[2]),
                MoverRig.settings("box-halting", 10), halt);
        rig.start().join();
    }

    /** Runs one until it halts; returns its exit code. */
    static int run(Point point, int n, UUID fleetId, FleetAddress address) throws Exception {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        List<String> command = new java.util.ArrayList<>(List.of(ProcessHandle.current().info().command().orElseThrow(),
                "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", classPath, HaltingMover.class.getName(),
                point.name(),
                Integer.toString(n), fleetId.toString(), address.routingUrl()));
        command.addAll(address.shardUrls());
        Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(
                ProcessBuilder.Redirect.DISCARD).start();
        if (!process.waitFor(60, java.util.concurrent.TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("the mover never came to " + point);
        }
        return process.exitValue();
    }
}
