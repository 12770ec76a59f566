package io.galewatch.mover.web;

import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/** An answer that is a problem. Thrown where the request turns out to be one that can't be served. */
public final class ProblemException extends ErrorResponseException {

    private static final long serialVersionUID = 1L;

    public ProblemException(ProblemDetail problem) {
        super(HttpStatusCode.valueOf(problem.getStatus()), problem, null);
    }

    /** Like {@link Problems#of}. */
    public static ProblemException of(HttpStatusCode status, String code, String title, String detail) {
        return new ProblemException(Problems.of(status, code, title, detail));
    }

    /** Adds a member to the problem. */
    public ProblemException with(String name, Object value) {
        getBody().setProperty(name, value);
        return this;
    }
}
