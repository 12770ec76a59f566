package io.galewatch.sim.scenario;

import java.io.Console;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A colour for each box, the same in every scenario. None where NO_COLOR is set, and none away from a terminal. */
final class Palette {

    static final Palette PLAIN = new Palette(false);
    static final Palette COLOURED = new Palette(true);

    private static final String RESET = "\u001b[0m";
    private static final String DATABASE = "\u001b[34m";
    private static final String LAB = "\u001b[1m";
    private static final String BAD = "\u001b[1;31m";
    private static final List<String> BOXES = List.of("\u001b[36m", "\u001b[33m", "\u001b[32m", "\u001b[35m",
            "\u001b[96m", "\u001b[93m");

    private final boolean coloured;

    private Palette(boolean coloured) {
        this.coloured = coloured;
    }

    /** By https://no-color.org: NO_COLOR set to anything but nothing. */
    static Palette of(Map<String, String> environment, boolean terminal) {
        boolean refused = !environment.getOrDefault("NO_COLOR", "").isEmpty();
        return terminal && !refused ? COLOURED : PLAIN;
    }

    static Palette here() {
        return of(System.getenv(), Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent());
    }

    String actor(String name, String text) {
        return paint(colour(name), text);
    }

    String bad(String text) {
        return paint(BAD, text);
    }

    private String paint(String colour, String text) {
        return coloured ? colour + text + RESET : text;
    }

    private static String colour(String actor) {
        if (actor.startsWith("box-") || actor.startsWith("worker-")) {
            int number = Integer.parseInt(actor.substring(actor.indexOf('-') + 1));
            return BOXES.get(Math.floorMod(number - 1, BOXES.size()));
        }
        return actor.startsWith("shard-") || actor.equals("routing") ? DATABASE : LAB;
    }
}
