package io.galewatch.sim.payouts;

import io.galewatch.routing.claim.Claim;
import io.galewatch.routing.claim.Grant;
import io.galewatch.routing.claim.TakeOutcome;
import io.galewatch.routing.db.Failure;
import io.galewatch.routing.fence.FencedException;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * One of the workers of a nightly payout run, a process of its own. All compete for the claim of the role {@code payout};
 * the winner pays one hotel after the other, renewing its lease between two, and the others wait in case it dies.
 */
public final class PayoutWorker {

    static final String ROLE = "payout";

    private final String name;
    private final Claim claim;
    private final Bank bank;
    private final Duration lease;
    private final Duration workOut;
    private final PrintStream log;
    private final CountDownLatch never = new CountDownLatch(1);
    private long highestTokenSeen;

    private PayoutWorker(String name, Claim claim, Bank bank, Duration lease, Duration workOut, PrintStream log) {
        this.name = name;
        this.claim = claim;
        this.bank = bank;
        this.lease = lease;
        this.workOut = workOut;
        this.log = log;
    }

    /** Configured by the environment; ends when every hotel is paid. */
    public static void main(String[] arguments) throws SQLException, InterruptedException {
        Map<String, String> environment = System.getenv();
        String password = setting(environment, "GALEWATCH_ROLES_MOVER_PASSWORD");
        PGSimpleDataSource routing = new PGSimpleDataSource();
        routing.setUrl(setting(environment, "GALEWATCH_ROUTING_URL"));
        routing.setUser("galewatch_mover");
        routing.setPassword(password);
        routing.setConnectTimeout(2);
        routing.setSocketTimeout(5);
        String url = setting(environment, "GALEWATCH_SHARDS_0_URL");
        Bank bank = setting(environment, "FENCED").equals("true")
                ? new FencedBank(url, password)
                : new PlainBank(url, password);
        new PayoutWorker(setting(environment, "WORKER"), new Claim(routing, ROLE), bank,
                Duration.ofMillis(Long.parseLong(setting(environment, "LEASE_MILLIS"))),
                Duration.ofMillis(Long.parseLong(setting(environment, "WORK_OUT_MILLIS"))), System.out).run();
    }

    private static String setting(Map<String, String> environment, String name) {
        return Optional.ofNullable(environment.get(name)).orElseThrow(
                () -> new IllegalArgumentException(name + " is not set"));
    }

    private void run() throws SQLException, InterruptedException {
        while (bank.next().isPresent()) {
            if (claim.take(name, lease, highestTokenSeen) instanceof TakeOutcome.Won won) {
                say("won the claim, " + won.grant());
                payAll(won.grant());
            }
            never.await(lease.toMillis() / 20, TimeUnit.MILLISECONDS);
        }
        say("nothing is due any more");
    }

    private void payAll(Grant grant) throws SQLException, InterruptedException {
        try {
            bank.open(grant);
            long renewedAt = System.nanoTime();
            long paid = 0;
            for (Optional<Hotel> due = bank.next(); due.isPresent(); due = bank.next()) {
                // The worker itself renews, between two payments: one that is stuck lapses.
                if (System.nanoTime() - renewedAt > lease.toNanos() / 3) {
                    renewedAt = System.nanoTime();
                    if (!claim.renew(grant, paid, "")) {
                        say("the claim is another's; stops");
                        return;
                    }
                }
                pay(due.get());
                paid++;
            }
            claim.release(grant, "complete");
        } catch (FencedException e) {
            highestTokenSeen = e.storedToken();
            say("FENCED: own token " + grant.token() + ", stored token " + e.storedToken() + " of " + e.storedOwner()
                    + "; nothing was paid");
        } finally {
            bank.close();
        }
    }

    private void pay(Hotel hotel) throws SQLException, InterruptedException {
        say("works out " + hotel.name());
        BigDecimal amount = hotel.due();
        never.await(workOut.toMillis(), TimeUnit.MILLISECONDS); // Where a worker spends its night.
        try {
            bank.pay(hotel, amount);
        } catch (SQLException e) {
            if (!Failure.of(e).leavesOutcomeUnknown()) {
                throw e;
            }
            // The fence first, on a new connection: whoever was evicted learns that here. Then the key tells whether
            // the payment had gone through.
            bank.reopen();
            bank.pay(hotel, amount);
        }
        say("paid " + hotel.name());
    }

    private void say(String what) {
        log.println(name + " " + what);
        log.flush();
    }
}
