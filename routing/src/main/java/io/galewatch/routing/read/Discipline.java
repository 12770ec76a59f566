package io.galewatch.routing.read;

/**
 * The two rules that keep a read from missing a row that moves under it. There is one right value; the others exist so
 * that a test can show what each rule is for.
 *
 * @param homeLast ask every other shard first: a row that is copied and deleted between the two questions is then seen
 *        twice and not missed
 * @param checksMap take only answers that were given under the map by which the order was chosen
 */
record Discipline(boolean homeLast, boolean checksMap) {

    static final Discipline SAFE = new Discipline(true, true);
}
