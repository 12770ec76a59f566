package io.galewatch.mover.console;

import java.time.Instant;

/**
 * One line of the feed.
 *
 * @param id the same each time that the event is found in a database
 * @param at by the clock of that database
 */
record FeedEvent(String id, Instant at, Kind kind, String text) {

    /** What kind of event it is. */
    enum Kind {
        GRANT, TAKEOVER, FENCED, EPOCH, COMPLETE, PAUSED, CONFLICT, SET_ASIDE
    }

    static FeedEvent grant(long token, String owner, String cause, Instant at) {
        String won = owner + " holds the claim under token " + token;
        return switch (cause) {
            case "expired", "clock-back" -> new FeedEvent("grant-" + token, at, Kind.TAKEOVER,
                    won + ", because the holder before it " + (cause.equals("expired")
                            ? "let its lease run out"
                            : "was overtaken by the database's clock, which went back"));
            case "reminted" -> new FeedEvent("grant-" + token, at, Kind.GRANT,
                    won + ", newly minted to seal shards again");
            default -> new FeedEvent("grant-" + token, at, Kind.GRANT, won);
        };
    }

    static FeedEvent paused(RoutingSight.Paused pause) {
        return new FeedEvent("paused-" + pause.since(), pause.since(), Kind.PAUSED,
                "Paused by " + pause.by() + ": " + pause.reason());
    }
}
