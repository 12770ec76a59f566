package io.galewatch.mover.web;

import java.net.URI;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;

/** Makes problem details. */
public final class Problems {

    private static final String TYPE = "urn:galewatch:";

    private Problems() {}

    /**
     * @param code stable, in kebab case: {@code epoch-taken}
     * @param title the same for every problem of this type
     * @param detail what it is this time; names the offending element
     */
    public static ProblemDetail of(HttpStatusCode status, String code, String title, String detail) {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, detail);
        problem.setType(URI.create(TYPE + code));
        problem.setTitle(title);
        return problem;
    }
}
