package io.galewatch.mover.ingest;

import io.galewatch.mover.web.Problems;
import io.galewatch.routing.map.ShardId;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;

/** Puts into HTTP what became of a request's readings. */
final class IngestAnswers {

    private static final String RETRY_AFTER_SECONDS = "1";

    /** More than this would not help a person, and the client knows the indexes. */
    private static final int MOST_ERRORS = 100;

    private static final Set<Verdict> TRANSIENT = EnumSet.of(Verdict.UNAVAILABLE, Verdict.TIMED_OUT,
            Verdict.MAP_UNSETTLED, Verdict.REFUSED);

    private IngestAnswers() {}

    /** What is wrong with one element. */
    record ElementError(int index, String field, String detail) {}

    static ResponseEntity<Object> refused(RefusedBodyException refusal) {
        String detail = String.valueOf(refusal.getMessage());
        return switch (refusal.reason()) {
            case MALFORMED -> problem(
                    Problems.of(HttpStatus.BAD_REQUEST, "malformed", "Not a JSON array of readings", detail));
            case TOO_LARGE -> problem(
                    Problems.of(HttpStatus.CONTENT_TOO_LARGE, "too-large", "Too much for one request", detail));
            case OVERLOADED -> problem(Problems.of(HttpStatus.TOO_MANY_REQUESTS, "overloaded", "Too busy", detail));
        };
    }

    /** Nothing is taken, because of these. */
    static ResponseEntity<Object> invalid(List<Element.Bad> bad) {
        Element.Bad first = bad.getFirst();
        ProblemDetail problem = Problems.of(HttpStatus.BAD_REQUEST, "invalid-readings", "Readings that can't be stored",
                "element " + first.index() + (first.field().isEmpty() ? "" : ": " + first.field()) + " "
                        + first.detail() + (bad.size() == 1 ? "" : ", and " + (bad.size() - 1) + " more")
                        + "; nothing was taken");
        problem.setProperty("indexes", bad.stream().map(Element.Bad::index).toList());
        problem.setProperty("errors", bad.stream().limit(MOST_ERRORS).map(
                e -> new ElementError(e.index(), e.field(), e.detail())).toList());
        return problem(problem);
    }

    static ResponseEntity<Object> mapUnknown() {
        return problem(Problems.of(HttpStatus.SERVICE_UNAVAILABLE, "map-unknown", "No map is known yet",
                "neither the routing database nor any shard has told this box a map yet; nothing was taken"));
    }

    /** All that can be taken is; the rest is told one by one. */
    static ResponseEntity<Object> partial(List<Element.Bad> bad, List<Element.Good> good, List<Ruling> rulings) {
        if (bad.isEmpty() && rulings.stream().allMatch(ruling -> ruling.verdict().isTaken())) {
            return taken(rulings);
        }
        Stream<IngestReport.Item> invalid = bad.stream().map(
                e -> new IngestReport.Item(e.index(), "invalid", e.field(), e.detail()));
        Stream<IngestReport.Item> ruled = IntStream.range(0, good.size()).mapToObj(
                i -> new IngestReport.Item(good.get(i).index(), rulings.get(i).verdict().code(), "",
                        rulings.get(i).verdict().isTaken() ? "" : rulings.get(i).shard().name()));
        List<IngestReport.Item> items = Stream.concat(invalid, ruled).sorted(
                Comparator.comparingInt(IngestReport.Item::index)).toList();
        return ResponseEntity.status(HttpStatus.MULTI_STATUS).body(
                new IngestReport.Partly(count(rulings, Verdict.ACCEPTED), count(rulings, Verdict.DUPLICATE), items));
    }

    /** One status for all; what could not be stored is told by index, everything else is stored. */
    static ResponseEntity<Object> whole(List<Element.Good> good, List<Ruling> rulings) {
        List<Integer> lost = indexes(good, rulings, TRANSIENT);
        List<Integer> crowded = indexes(good, rulings, EnumSet.of(Verdict.OVERLOADED));
        List<Integer> conflicts = indexes(good, rulings, EnumSet.of(Verdict.CONFLICT));
        if (lost.isEmpty() && crowded.isEmpty() && conflicts.isEmpty()) {
            return taken(rulings);
        }
        List<String> shards = rulings.stream().filter(ruling -> TRANSIENT.contains(ruling.verdict())
                || ruling.verdict() == Verdict.OVERLOADED).map(Ruling::shard).distinct().sorted().map(
                        ShardId::name).toList();
        ProblemDetail problem;
        if (!lost.isEmpty()) {
            problem = Problems.of(HttpStatus.SERVICE_UNAVAILABLE, "readings-not-taken", "Some readings were not taken",
                    lost.size() + " of " + good.size() + " readings were not taken, because " + shards
                            + " did not take them in time; send these again, all others are stored");
            problem.setProperty("indexes", Stream.concat(lost.stream(), crowded.stream()).sorted().toList());
        } else if (!crowded.isEmpty()) {
            problem = Problems.of(HttpStatus.TOO_MANY_REQUESTS, "overloaded", "Too busy", crowded.size() + " of "
                    + good.size() + " readings were not taken, because too many wait for " + shards
                    + "; send these again, all others are stored");
            problem.setProperty("indexes", crowded);
        } else {
            problem = Problems.of(HttpStatus.CONFLICT, "reading-conflict", "Other values are stored",
                    "for element " + conflicts.getFirst()
                            + (conflicts.size() == 1 ? "" : " and " + (conflicts.size() - 1) + " more")
                            + " other values are stored under the same turbine and instant; those stay, and all other"
                            + " elements are stored");
            problem.setProperty("indexes", conflicts);
        }
        problem.setProperty("conflicts", conflicts);
        if (!shards.isEmpty()) {
            problem.setProperty("shards", shards);
        }
        problem.setProperty("accepted", count(rulings, Verdict.ACCEPTED));
        problem.setProperty("duplicates", count(rulings, Verdict.DUPLICATE));
        return problem(problem);
    }

    private static ResponseEntity<Object> taken(List<Ruling> rulings) {
        // Named, so that it is not negotiated for every request.
        return ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON).body(
                new IngestReport.Taken(count(rulings, Verdict.ACCEPTED), count(rulings, Verdict.DUPLICATE)));
    }

    private static ResponseEntity<Object> problem(ProblemDetail problem) {
        ResponseEntity.BodyBuilder answer = ResponseEntity.status(problem.getStatus()).contentType(
                MediaType.APPLICATION_PROBLEM_JSON);
        if (problem.getStatus() == HttpStatus.TOO_MANY_REQUESTS.value()
                || problem.getStatus() == HttpStatus.SERVICE_UNAVAILABLE.value()) {
            answer.header(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
        }
        return answer.body(problem);
    }

    private static int count(List<Ruling> rulings, Verdict verdict) {
        return (int) rulings.stream().filter(ruling -> ruling.verdict() == verdict).count();
    }

    private static List<Integer> indexes(List<Element.Good> good, List<Ruling> rulings, Set<Verdict> verdicts) {
        return IntStream.range(0, good.size()).filter(i -> verdicts.contains(rulings.get(i).verdict())).mapToObj(
                i -> good.get(i).index()).toList();
    }
}
