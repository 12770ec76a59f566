package io.galewatch.sim.lab;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Map;

/** The fixed ports of a fleet; relays take free ones. */
public record Ports(int firstBox, int routing, int firstShard) {

    public static final Ports DEFAULT = new Ports(8081, 54320, 54321);

    /** Everything in a row from one number on, so that two fleets do not meet. */
    public static Ports from(int base) {
        return new Ports(base, base + 50, base + 51);
    }

    public int box(int index) {
        return firstBox + index;
    }

    public int shard(int index) {
        return firstShard + index;
    }

    /** Says who needs which port before anything is started. */
    static void requireFree(Map<String, Integer> needed) {
        needed.forEach((name, port) -> {
            try (ServerSocket probe = new ServerSocket()) {
                probe.setReuseAddress(true);
                probe.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            } catch (IOException e) {
                throw new EnvironmentProblem(("port %d, which %s needs, is taken: stop whoever listens there "
                        + "(./lab down, if it is an earlier lab) or move the fleet with --port-base").formatted(port,
                                name),
                        e);
            }
        });
    }
}
