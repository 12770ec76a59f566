package io.galewatch.mover.move;

import io.galewatch.mover.move.Interruption.Point;
import io.galewatch.routing.map.ShardId;
import io.galewatch.routing.map.ShardMap;
import io.galewatch.routing.testing.TestFleet;
import io.galewatch.routing.testing.TestPostgres;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.awaitility.Awaitility;

/**
 * Runs alone in a network namespace of its own, where packets can be dropped without a word: databases and a mover; in the
 * middle of a batch every packet of that batch's connection vanishes, both ways. Exits with 0 when both ends gave up, the
 * move went on, and nothing was lost.
 */
final class HalfOpen {

    private HalfOpen() {}

    public static void main(String[] args) throws Exception {
        run("ip", "link", "set", "lo", "up");
        TestFleet fleet = TestPostgres.shared().createFleet(3, 2);
        FleetContents contents = new FleetContents(fleet);
        contents.load(2,
                """
                    select 'AP-' || lpad(t::text, 4, '0') as turbine_id, timestamptz '2026-01-01 00:00Z' + i * interval '2 s' as read_at,
                           i::real as wind_speed from generate_series(1, 6) t, generate_series(1, 25) i
                    """);
        Map<String, Integer> before = contents.rows();
        ShardMap three = new ShardMap(2, 3, UUID.randomUUID());
        Gate gate = new Gate(Point.COPY_FENCED);
        try (MoverRig rig = new MoverRig(fleet.address(), fleet.credentials(), fleet.fleetId(),
                MoverRig.settings("box-1", 10), gate)) {
            rig.routing.record(three, "test");
            rig.start();
            gate.awaitReached();
            String client = dropThePacketsOfTheBatch(fleet);
            gate.open();
            rig.awaitComplete(three);
            contents.mustBe(before, 3);
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> fleet.askShard(new ShardId(0),
                    "select count(*) from pg_stat_activity where client_port = " + client).equals("0"));
        }
        System.exit(0);
    }

    private static String dropThePacketsOfTheBatch(TestFleet fleet) throws IOException, InterruptedException {
        String client = fleet.askShard(new ShardId(0), "select client_port from pg_stat_activity"
                + " where application_name like 'gwm:%' and backend_xid is not null");
        for (String end : List.of("--sport", "--dport")) {
            run("iptables", "-A", "INPUT", "-p", "tcp", end, client, "-j", "DROP");
        }
        return client;
    }

    private static void run(String... command) throws IOException, InterruptedException {
        int exit = new ProcessBuilder(command).inheritIO().start().waitFor();
        if (exit != 0) {
            throw new IllegalStateException(String.join(" ", command) + ": exit code " + exit);
        }
    }
}
