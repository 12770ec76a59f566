package io.galewatch.mover.audit;

import io.galewatch.mover.audit.AuditReport.Listed;
import io.galewatch.mover.audit.Finding.Kind;
import io.galewatch.routing.claim.Claim;
import io.galewatch.routing.db.ShardPools;
import io.galewatch.routing.fleet.FleetMap;
import io.galewatch.routing.map.ShardId;
import io.galewatch.routing.read.TurbineScan;
import io.galewatch.routing.read.TurbineScan.Found;
import io.galewatch.routing.table.RoutingTable;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * One audit of all shards, as one procedure. What it reads keeps changing under it: readings arrive, turbines move, epochs
 * begin and end. So whatever looks wrong is looked at again, under the maps before and after, before it is reported.
 */
final class Audit {

    private final AuditedShards shards;
    private final RoutingTable routing;
    private final FleetMap fleetMap;
    private final FenceAndMapCheck fenceAndMap;
    private final AuditProperties settings;
    private final Consumer<Duration> rest;
    private final Map<Kind, Long> counts = new EnumMap<>(Kind.class);
    private final List<Finding> findings = new ArrayList<>();
    private long turbines;

    /** @param rest waits so long; throws when the box is shutting down */
    Audit(ShardPools pools, RoutingTable routing, Claim claim, FleetMap fleetMap, AuditProperties settings,
            Consumer<Duration> rest) {
        this.shards = new AuditedShards(pools);
        this.routing = routing;
        this.fleetMap = fleetMap;
        this.fenceAndMap = new FenceAndMapCheck(shards, claim);
        this.settings = settings;
        this.rest = rest;
        for (Kind kind : Kind.values()) {
            counts.put(kind, 0L);
        }
    }

    /** @param gap as {@link AuditProperties#gap}, for this time */
    AuditReport run(String box, Duration gap, InstantSource clock) {
        Instant startedAt = clock.instant();
        Promises promises = promises();
        Map<String, Set<ShardId>> placement = placement(promises);
        turbines = placement.size();
        int looked = 0;
        for (Map.Entry<String, Set<ShardId>> turbine : placement.entrySet()) {
            lookAtPlacement(turbine.getKey(), turbine.getValue(), promises);
            if (gap.isPositive()) {
                lookForGaps(turbine.getKey(), promises, gap);
            }
            if (++looked % settings.page() == 0) {
                rest.accept(settings.rest());
            }
        }
        lookAtJournals(promises);
        lookAtFencesAndMaps(promises);
        return report(box, startedAt, clock.instant(), gap, promises());
    }

    /** Seen twice: while a seal or a flip is under way, shards differ for a moment. */
    private void lookAtFencesAndMaps(Promises promises) {
        List<Finding> seen = fenceAndMap.run(promises);
        List<Finding> again = seen.isEmpty() ? List.of() : fenceAndMap.run(promises());
        seen.stream().filter(one -> again.stream().anyMatch(other -> other.kind() == one.kind()
                && Objects.equals(other.shard(), one.shard()))).forEach(this::add);
    }

    private Promises promises() {
        return Promises.read(routing, fleetMap.view().map());
    }

    /** Which shards hold rows of which turbine: index probes, as many as there are turbines. */
    private Map<String, Set<ShardId>> placement(Promises promises) {
        Map<String, Set<ShardId>> placement = new TreeMap<>();
        for (ShardId shard : shards.answering()) {
            String after = "";
            while (true) {
                String from = after;
                List<Found> page = shards.ask(shard, connection -> TurbineScan.page(connection, from, settings.page(),
                        promises.newest().shards())).orElse(List.of());
                page.forEach(found -> placement.computeIfAbsent(found.turbine(), t -> new TreeSet<>()).add(shard));
                if (page.size() < settings.page()) {
                    break;
                }
                after = page.getLast().turbine();
                rest.accept(settings.rest());
            }
        }
        return placement;
    }

    private void lookAtPlacement(String turbine, Set<ShardId> on, Promises promises) {
        ShardId home = promises.home(turbine);
        for (ShardId shard : on) {
            if (promises.allow(turbine, shard)) {
                continue;
            }
            Promises now = promises();
            if (now.allow(turbine, shard) || !holds(shard, turbine)) {
                continue;
            }
            add(new Finding(Kind.MISPLACED, turbine, shard.name(), "its home is " + home
                    + ". POST /admin/reconcile brings it home"));
            if (on.contains(home)) {
                Overlap.Common common = new Overlap(shards, turbine).between(shard, home);
                if (common.equal() > 0) {
                    add(new Finding(Kind.DOUBLED, turbine, shard.name(), common.equal() + " rows are also on " + home
                            + ". POST /admin/reconcile removes them once they are proved"));
                }
                if (common.different() > 0) {
                    add(new Finding(Kind.DIFFERENT, turbine, shard.name(), common.different()
                            + " rows have other values on " + home + ". POST /admin/reconcile keeps both"));
                }
            }
        }
    }

    private boolean holds(ShardId shard, String turbine) {
        return new History(shards, turbine, List.of(), shard).first().isPresent();
    }

    private void lookForGaps(String turbine, Promises promises, Duration longest) {
        for (History.Gap gap : history(turbine, promises).gaps(longest)) {
            // Rows that moved between two questions are found under the maps of now.
            if (history(turbine, promises()).isSilent(gap)) {
                add(new Finding(Kind.GAP, turbine, null, "no reading between " + gap.from().text() + " and "
                        + gap.to().text()));
            }
        }
    }

    private History history(String turbine, Promises promises) {
        return new History(shards, turbine, promises.elsewhere(turbine, shards.answering()), promises.home(turbine));
    }

    private void lookAtJournals(Promises promises) {
        Map<String, Journals.Proved> all = new TreeMap<>();
        for (ShardId shard : shards.answering()) {
            String after = "";
            while (true) {
                String from = after;
                List<Journals.Proved> page = shards.ask(shard,
                        connection -> Journals.page(connection, from, settings.page())).orElse(List.of());
                page.forEach(proved -> all.merge(proved.turbine(), proved, Journals.Proved::earlier));
                if (page.size() < settings.page()) {
                    break;
                }
                after = page.getLast().turbine();
                rest.accept(settings.rest());
            }
        }
        for (Journals.Proved proved : all.values()) {
            lookAtStart(proved, promises);
        }
    }

    private void lookAtStart(Journals.Proved proved, Promises promises) {
        Optional<History.At> expected = Optional.ofNullable(proved.first());
        if (expected.isEmpty() || !shardsAnswerFor(proved.turbine(), promises)) {
            return;
        }
        Optional<History.At> first = history(proved.turbine(), promises).first();
        if (first.isEmpty()) {
            first = history(proved.turbine(), promises()).first();
        }
        if (first.isEmpty()) {
            add(new Finding(Kind.JOURNAL_WITHOUT_ROWS, proved.turbine(), null, proved.rows()
                    + " rows were proved under epoch " + proved.epoch() + ", and no shard holds one"));
        } else if (first.get().micros() > expected.get().micros()) {
            add(new Finding(Kind.LATE_START, proved.turbine(), null, "its history begins at " + first.get().text()
                    + ", and rows from " + expected.get().text() + " on were proved under epoch " + proved.epoch()));
        }
    }

    /** Whether nothing can be hidden on a shard that does not answer. */
    private boolean shardsAnswerFor(String turbine, Promises promises) {
        List<ShardId> silent = shards.silent();
        return !silent.contains(promises.home(turbine))
                && promises.elsewhere(turbine, shards.answering()).stream().noneMatch(silent::contains);
    }

    private void add(Finding finding) {
        long count = counts.merge(finding.kind(), 1L, Long::sum);
        if (count <= AuditReport.LISTED) {
            findings.add(finding);
        }
    }

    private AuditReport report(String box, Instant startedAt, Instant finishedAt, Duration gap, Promises promises) {
        Map<String, Long> byKind = new TreeMap<>();
        counts.forEach((kind, count) -> byKind.put(kind.label(), count));
        List<String> unreachable = new ArrayList<>(shards.silent().stream().map(ShardId::name).toList());
        if (!promises.isKnown()) {
            unreachable.addFirst("routing");
        }
        return new AuditReport(box, startedAt, finishedAt, findings.isEmpty() && unreachable.isEmpty(),
                promises.newest().epoch(), promises.newest().shards(),
                promises.isKnown() ? Boolean.valueOf(promises.isComplete()) : null,
                gap.isPositive() ? gap.toString() : null, turbines, byKind,
                findings.stream().map(Listed::of).toList(), unreachable);
    }
}
