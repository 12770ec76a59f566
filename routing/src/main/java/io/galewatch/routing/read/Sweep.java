package io.galewatch.routing.read;

import io.galewatch.routing.fleet.FleetMap;
import io.galewatch.routing.fleet.MapView;
import io.galewatch.routing.map.ShardId;
import io.galewatch.routing.map.ShardMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Asks all shards that can hold a turbine, in the order and with the map check that make one consistent answer of it:
 * the others first, the home last, every answer under the map by which the order was chosen. After an answer under
 * another map everybody is brought to the newest, and all are asked again.
 */
final class Sweep {

    /** A map changes seldom and each try brings the fleet to the newest that was seen: more tries would not help. */
    private static final int TRIES = 8;

    private final FleetMap fleet;
    private final Inquiry shards;
    private final Discipline discipline;

    Sweep(FleetMap fleet, Inquiry shards, Discipline discipline) {
        this.fleet = fleet;
        this.shards = shards;
        this.discipline = discipline;
    }

    /**
     * @param partial whether shards that do not answer may be left out
     * @throws ShardUnreachableException a needed shard did not answer, and that is not allowed
     * @throws MapDisagreementException the shards did not agree on a map in time
     */
    Swept ask(Question question, boolean partial) {
        for (int attempt = 1;; attempt++) {
            MapView view = fleet.view();
            Swept swept = askOnce(question, view, partial);
            Optional<ShardAnswer> other = swept.answers().stream().filter(
                    answer -> !answer.map().equals(view.map())).findFirst();
            if (other.isEmpty() || !discipline.checksMap()) {
                return swept;
            }
            if (attempt == TRIES || view.map().contradicts(other.get().map())) {
                throw new MapDisagreementException(question.turbine(), view.map(), other.get(), attempt);
            }
            agree(view, swept);
        }
    }

    private Swept askOnce(Question question, MapView view, boolean partial) {
        ShardId home = view.map().home(question.turbine());
        List<ShardId> others = List.copyOf(view.elsewhere(question.turbine(), shards.known()));
        List<List<ShardId>> rounds = discipline.homeLast()
                ? List.of(others, List.of(home))
                : List.of(List.of(home), others);
        List<ShardAnswer> answers = new ArrayList<>();
        Set<ShardId> missing = new TreeSet<>();
        for (List<ShardId> round : rounds) {
            for (Inquiry.Reply reply : shards.ask(round, question)) {
                switch (reply) {
                    case Inquiry.Reply.Answered answered -> answers.add(answered.answer());
                    case Inquiry.Reply.Silent silent when partial -> missing.add(silent.shard());
                    case Inquiry.Reply.Silent silent -> throw new ShardUnreachableException(silent.shard(),
                            question.turbine(), silent.cause());
                }
            }
        }
        return new Swept(home, answers, missing);
    }

    private void agree(MapView view, Swept swept) {
        ShardMap newest = view.map();
        for (ShardAnswer answer : swept.answers()) {
            newest = answer.map().isNewerThan(newest) ? answer.map() : newest;
        }
        fleet.learn(newest);
        for (ShardAnswer answer : swept.answers()) {
            if (newest.isNewerThan(answer.map())) {
                fleet.bringUp(answer.shard());
            }
        }
    }
}
