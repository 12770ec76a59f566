package io.galewatch.mover.admin;

import io.galewatch.mover.web.ProblemException;
import io.galewatch.routing.map.SerialRule;
import io.galewatch.routing.read.Rfc3339;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/** Parameters of admin calls, checked. */
final class Params {

    private Params() {}

    /** @throws ProblemException 400 when it is no serial */
    static String serial(String turbine) {
        SerialRule.problem(turbine).ifPresent(problem -> {
            throw invalid("turbine", problem);
        });
        return turbine;
    }

    /** @throws ProblemException 400 when it is no instant */
    static @Nullable Instant instant(String name, @Nullable String text) {
        if (text == null || text.isEmpty()) {
            return null;
        }
        try {
            return Rfc3339.parse(text);
        } catch (IllegalArgumentException e) {
            throw invalid(name, String.valueOf(e.getMessage()));
        }
    }

    /** @throws ProblemException 400 when it is out of range */
    static int limit(int limit, int most) {
        if (limit < 1 || limit > most) {
            throw invalid("limit", "must be from 1 to " + most);
        }
        return limit;
    }

    static ProblemException invalid(String parameter, String problem) {
        return ProblemException.of(HttpStatus.BAD_REQUEST, "invalid-parameter", "A parameter can't be used",
                parameter + " " + problem).with("parameter", parameter);
    }
}
