package io.galewatch.mover.read;

import io.galewatch.routing.read.Channel;
import io.galewatch.routing.read.Reading;
import java.util.LinkedHashMap;
import java.util.Map;

/** A reading in JSON: what was sent, so that it can be sent again. Channels without a value are left out. */
final class ReadingBody {

    private ReadingBody() {}

    static Map<String, Object> of(Reading reading) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("turbine", reading.turbine());
        body.put("at", reading.at().toString());
        for (Channel channel : Channel.ALL) {
            reading.values().get(channel).ifPresent(value -> body.put(channel.json(), number(channel, value)));
        }
        return body;
    }

    /** The shortest digits that are the stored value again; as a double, a real would show its rounding. */
    private static Object number(Channel channel, double value) {
        if (channel.isSingle()) {
            return (float) value;
        }
        return value;
    }
}
