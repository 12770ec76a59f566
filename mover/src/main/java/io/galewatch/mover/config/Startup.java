package io.galewatch.mover.config;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds out which fleet this is, and checks every database that answers. */
final class Startup {

    private static final Logger log = LoggerFactory.getLogger(Startup.class);
    private static final Duration BETWEEN_VISITS = Duration.ofMillis(500);

    private final Visitor visitor;
    private final StartupCheck check;
    private final InstantSource clock;

    Startup(Visitor visitor, StartupCheck check, InstantSource clock) {
        this.visitor = visitor;
        this.check = check;
        this.clock = clock;
    }

    /**
     * Asks until one database, or the settings, can say which fleet this is.
     *
     * @param atMost how long to go on asking
     * @throws StartRefusedException a database can't be used, two disagree, or nobody answered in time
     */
    FleetId findFleet(Optional<UUID> configured, Duration atMost) throws InterruptedException {
        Instant deadline = clock.instant().plus(atMost);
        CountDownLatch never = new CountDownLatch(1);
        while (true) {
            List<Visit> visits = visitor.visitAll();
            List<Visit.Answered> answers = visits.stream().filter(Visit.Answered.class::isInstance).map(
                    Visit.Answered.class::cast).toList();
            check.check(answers);
            Optional<FleetId> fleet = check.fleet(configured, answers);
            List<Visit.Silent> silent = visits.stream().filter(Visit.Silent.class::isInstance).map(
                    Visit.Silent.class::cast).toList();
            if (fleet.isPresent()) {
                silent.forEach(one -> log.warn("{} does not answer, starting without it: {}", one.database(),
                        one.reason()));
                log.info("this is fleet {}", fleet.get());
                return fleet.get();
            }
            if (!clock.instant().isBefore(deadline)) {
                throw nobodyAnswered(silent, atMost);
            }
            // Not a bare sleep: a stop of the process interrupts it.
            never.await(BETWEEN_VISITS.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private static StartRefusedException nobodyAnswered(List<Visit.Silent> silent, Duration atMost) {
        String reasons = silent.stream().map(one -> one.database() + ": " + one.reason()).collect(
                Collectors.joining("; "));
        return new StartRefusedException(
                "Nobody could say within " + Setting.shown(atMost) + " which fleet this is. " + reasons,
                "Start the databases and run migrate, or correct the addresses and passwords; galewatch.startup-wait is how long a box waits.");
    }
}
