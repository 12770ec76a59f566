package io.galewatch.sim.lab;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Durations as people write them: {@code 6h}, {@code 90s}, {@code 500ms}, {@code 1h30m}. */
public final class Durations implements ITypeConverter<Duration> {

    private static final Pattern PART = Pattern.compile("(\\d+)(ms|s|m|h|d)");

    @Override
    public Duration convert(String text) {
        Matcher parts = PART.matcher(text);
        Duration sum = Duration.ZERO;
        int end = 0;
        while (parts.find() && parts.start() == end) {
            long amount = Long.parseLong(parts.group(1));
            sum = sum.plus(switch (parts.group(2)) {
                case "ms" -> Duration.ofMillis(amount);
                case "s" -> Duration.ofSeconds(amount);
                case "m" -> Duration.ofMinutes(amount);
                case "h" -> Duration.ofHours(amount);
                default -> Duration.ofDays(amount);
            });
            end = parts.end();
        }
        if (end != text.length() || text.isEmpty()) {
            throw new TypeConversionException("'" + text + "' is no duration such as 6h, 90s or 500ms");
        }
        return sum;
    }
}
