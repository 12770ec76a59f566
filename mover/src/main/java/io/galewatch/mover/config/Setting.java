package io.galewatch.mover.config;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;

/** Checks of single settings. Each refusal names the property, the value and the bound. */
public final class Setting {

    private Setting() {}

    public static StartRefusedException refused(String property, @Nullable Object value, String bound) {
        String found = value == null ? "is not set" : "is " + value;
        return new StartRefusedException("galewatch." + property + " " + found + ", but must be " + bound + ".",
                "Change galewatch." + property + " and start again.");
    }

    /** @return the value, which is there and not blank */
    public static String text(String property, @Nullable String value) {
        if (value == null || value.isEmpty()) {
            throw refused(property, null, "set: there is no default");
        }
        if (value.isBlank()) {
            throw refused(property, "blank", "more than white space");
        }
        return value;
    }

    /** Like {@link #text}, for what must not be printed. */
    public static String secret(String property, @Nullable String value) {
        return text(property, value);
    }

    public static String postgresUrl(String property, @Nullable String value) {
        String url = text(property, value);
        if (Driver.parseURL(url, null) == null) {
            throw refused(property, url, "a JDBC URL of PostgreSQL, such as jdbc:postgresql://host:5432/galewatch");
        }
        if (url.contains("password=")) {
            throw refused(property, "a URL with a password in it", "without one: passwords are set by role");
        }
        return url;
    }

    public static Duration between(String property, Duration value, Duration least, Duration most) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw refused(property, shown(value), "from " + shown(least) + " to " + shown(most));
        }
        return value;
    }

    public static long between(String property, long value, long least, long most) {
        if (value < least || value > most) {
            throw refused(property, value, "from " + least + " to " + most);
        }
        return value;
    }

    /** A duration as it is written in a properties file. */
    public static String shown(Duration time) {
        long millis = time.toMillis();
        if (millis % 1000 != 0 || millis == 0) {
            return millis + "ms";
        }
        return millis / 1000 + "s";
    }
}
