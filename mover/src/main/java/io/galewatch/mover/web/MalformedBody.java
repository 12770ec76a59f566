package io.galewatch.mover.web;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/** Says what is wrong with a body that could not be read, without showing what is behind it. */
final class MalformedBody {

    private MalformedBody() {}

    static String describe(@Nullable Throwable cause) {
        if (cause instanceof UnrecognizedPropertyException e) {
            return "there is no member \"" + e.getPropertyName() + "\" here" + where(e);
        }
        if (cause instanceof StreamReadException e) {
            return "the body is not JSON" + where(e);
        }
        if (cause instanceof JacksonException e) {
            String path = path(e);
            return path.isEmpty()
                    ? "the body is not the JSON that is expected" + where(e)
                    : path + " is not of the kind that is expected" + where(e);
        }
        return "the body is missing or can't be read";
    }

    private static String path(JacksonException e) {
        List<JacksonException.Reference> path = e.getPath();
        return path.stream().map(
                step -> step.getPropertyName() == null ? "[" + step.getIndex() + "]" : step.getPropertyName()).collect(
                        Collectors.joining(".")).replace(".[", "[");
    }

    private static String where(JacksonException e) {
        return e.getLocation() == null || e.getLocation().getLineNr() < 1
                ? ""
                : " (line " + e.getLocation().getLineNr() + ", column " + e.getLocation().getColumnNr() + ")";
    }
}
