package io.galewatch.mover.web;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.http.HttpStatus;

/**
 * The problems that a call of the API may be answered with, for its documentation. What any call may be answered with
 * (a malformed body, a missing password, a database that is away, a bug) is documented by itself and not named here; a call
 * with nothing else has an empty list.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Refuses {

    Refusal[] value() default {};

    /** One type of problem. */
    @Target({})
    @Retention(RetentionPolicy.RUNTIME)
    @interface Refusal {

        HttpStatus status();

        /** As in {@link Problems#of}: {@code epoch-taken}. */
        String code();

        /** The reason, as the second half of a sentence: "another call was first". */
        String when();
    }
}
