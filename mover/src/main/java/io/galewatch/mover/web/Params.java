package io.galewatch.mover.web;

import io.galewatch.routing.map.SerialRule;
import io.galewatch.routing.read.Rfc3339;
import java.time.Instant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/** Parameters of calls, checked. What can't be used is a {@link ProblemException} 400 that names the parameter. */
public final class Params {

    private Params() {}

    /** The serial of {@code turbine}. */
    public static String serial(String turbine) {
        SerialRule.problem(turbine).ifPresent(problem -> {
            throw invalid("turbine", problem);
        });
        return turbine;
    }

    /** An RFC 3339 instant; none when there is no text. */
    public static @Nullable Instant instant(String name, @Nullable String text) {
        return optional(name, text, Rfc3339::parse);
    }

    /**
     * Something that is written as text; none when there is no text.
     *
     * @param parse throws IllegalArgumentException with what is wrong, as the end of a sentence
     */
    public static <T> @Nullable T optional(String name, @Nullable String text, Function<String, T> parse) {
        if (text == null || text.isEmpty()) {
            return null;
        }
        try {
            return parse.apply(text);
        } catch (IllegalArgumentException e) {
            throw invalid(name, String.valueOf(e.getMessage()));
        }
    }

    /** A limit from 1 on. */
    public static int limit(int limit, int most) {
        if (limit < 1 || limit > most) {
            throw invalid("limit", "must be from 1 to " + most);
        }
        return limit;
    }

    /** @param problem as the end of a sentence that begins with the parameter's name */
    public static ProblemException invalid(String parameter, String problem) {
        return ProblemException.of(HttpStatus.BAD_REQUEST, "invalid-parameter", "A parameter can't be used",
                parameter + " " + problem).with("parameter", parameter);
    }
}
