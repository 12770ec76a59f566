package io.galewatch.mover.ingest;

import io.galewatch.routing.map.SerialRule;
import io.galewatch.routing.read.Channel;
import io.galewatch.routing.read.Measurements;
import io.galewatch.routing.read.Reading;
import io.galewatch.routing.read.Rfc3339;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Reads one element and says what is wrong with it. After either, the parser stands at the element's end, so that the
 * next one can be read.
 */
final class ElementReader {

    static final Instant EARLIEST = Instant.parse("2000-01-01T00:00:00Z");

    static final Duration MOST_AHEAD = Duration.ofDays(1);

    private static final Map<String, Channel> CHANNELS = Channel.ALL.stream().collect(
            Collectors.toUnmodifiableMap(Channel::json, Function.identity()));

    private final InstantSource clock;

    ElementReader(InstantSource clock) {
        this.clock = clock;
    }

    Element read(JsonParser parser, int index) {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            parser.skipChildren();
            return new Element.Bad(index, "", "is not an object");
        }
        Draft draft = new Draft();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String field = parser.currentName();
            parser.nextToken();
            draft.take(field, parser);
            parser.skipChildren();
        }
        return draft.finish(index);
    }

    private String serial(String text) {
        SerialRule.problem(text).ifPresent(problem -> {
            throw new IllegalArgumentException(problem);
        });
        return text;
    }

    private Instant instant(String text) {
        Instant at = Rfc3339.parse(text);
        if (at.isBefore(EARLIEST) || at.isAfter(clock.instant().plus(MOST_AHEAD))) {
            throw new IllegalArgumentException("is not between 2000-01-01 and a day from now");
        }
        return at;
    }

    private static String string(JsonParser parser) {
        if (parser.currentToken() != JsonToken.VALUE_STRING) {
            throw new IllegalArgumentException("is not a string");
        }
        return parser.getString();
    }

    /** The number as its column keeps it; one that the column would turn into infinity or nothing is refused. */
    private static double number(JsonParser parser, Channel channel) {
        if (!parser.currentToken().isNumeric()) {
            throw new IllegalArgumentException("is neither a number nor null");
        }
        // In one rounding: by way of double a real could be off by one in its last place.
        double value = channel.isSingle() ? parser.getFloatValue() : parser.getDoubleValue();
        if (!Double.isFinite(value) || (value == 0 && !isZero(parser.getString()))) {
            throw new IllegalArgumentException(
                    "is out of the range of " + (channel.isSingle() ? "real" : "double precision"));
        }
        return value;
    }

    private static boolean isZero(String number) {
        return number.chars().takeWhile(c -> c != 'e' && c != 'E').noneMatch(c -> c >= '1' && c <= '9');
    }

    /** What is known of an element so far. The first thing wrong with it is the one that is told. */
    private final class Draft {

        private @Nullable String turbine;
        private @Nullable Instant at;
        private final Measurements.Builder values = Measurements.builder();
        private int seen;
        private @Nullable String badField;
        private String problem = "";

        void take(String field, JsonParser parser) {
            try {
                switch (field) {
                    case "turbine" -> {
                        once(Channel.ALL.size());
                        turbine = serial(string(parser));
                    }
                    case "at" -> {
                        once(Channel.ALL.size() + 1);
                        at = instant(string(parser));
                    }
                    default -> channel(field, parser);
                }
            } catch (IllegalArgumentException e) {
                bad(field, String.valueOf(e.getMessage()));
            }
        }

        private void channel(String field, JsonParser parser) {
            Channel channel = CHANNELS.get(field);
            if (channel == null) {
                throw new IllegalArgumentException("is not a field of a reading");
            }
            once(channel.ordinal());
            if (parser.currentToken() != JsonToken.VALUE_NULL) {
                values.set(channel, number(parser, channel));
            }
        }

        private void once(int bit) {
            if ((seen & 1 << bit) != 0) {
                throw new IllegalArgumentException("is there twice");
            }
            seen |= 1 << bit;
        }

        private void bad(String field, String detail) {
            if (badField == null) {
                badField = field.length() <= 100 ? field : field.substring(0, 100);
                problem = detail;
            }
        }

        Element finish(int index) {
            if (badField != null) {
                return new Element.Bad(index, badField, problem);
            }
            if (turbine == null || at == null) {
                return new Element.Bad(index, turbine == null ? "turbine" : "at", "is missing");
            }
            return new Element.Good(index, new Reading(turbine, at, values.build()));
        }
    }
}
