package io.galewatch.mover.web;

import org.springframework.http.HttpStatusCode;

/** Type and title of a problem that has nothing to it but a status. */
final class Codes {

    private Codes() {}

    static String of(HttpStatusCode status) {
        return switch (status.value()) {
            case 400 -> "bad-request";
            case 401 -> "unauthorized";
            case 403 -> "forbidden";
            case 404 -> "not-found";
            case 405 -> "method-not-allowed";
            case 406 -> "not-acceptable";
            case 413 -> "too-large";
            case 415 -> "unsupported-media-type";
            case 503 -> "unavailable";
            default -> status.is5xxServerError() ? "internal-error" : "refused";
        };
    }

    static String title(HttpStatusCode status) {
        return switch (status.value()) {
            case 400 -> "Bad request";
            case 401 -> "Unauthorized";
            case 403 -> "Forbidden";
            case 404 -> "Not found";
            case 405 -> "Method not allowed";
            case 406 -> "Not acceptable";
            case 413 -> "Too large";
            case 415 -> "Unsupported media type";
            case 503 -> "Unavailable";
            default -> status.is5xxServerError() ? "Internal error" : "Refused";
        };
    }
}
