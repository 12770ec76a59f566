package io.galewatch.mover.ingest;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;
import org.springframework.util.unit.DataSize;

/**
 * Limits of ingest.
 *
 * @param maxRequestReadings most elements of one request; at most {@code queueReadings}
 * @param maxRequestSize most bytes of one request's body
 * @param readingsUnderWay most readings that requests of this box hold at one time; at least {@code maxRequestReadings}
 * @param queueReadings most readings that wait for one shard
 * @param flushReadings most readings of one transaction
 * @param flushers transactions at one time per shard; the pool needs one connection for each, and one to spare
 * @param patience {@code wait}: how long a request waits for its readings to be stored
 * @param downFor how long a shard that did not answer is left alone before it is tried again
 */
@ConfigurationProperties("galewatch.ingest")
public record IngestProperties(@DefaultValue("10000") int maxRequestReadings,
        @DefaultValue("4MB") DataSize maxRequestSize,
        @DefaultValue("100000") int readingsUnderWay, @DefaultValue("20000") int queueReadings,
        @DefaultValue("1000") int flushReadings, @DefaultValue("2") int flushers,
        @Name("wait") @DefaultValue("10s") Duration patience,
        @DefaultValue("1s") Duration downFor) {

    public IngestProperties {
        between("max-request-readings", maxRequestReadings, 1, 100_000);
        between("max-request-size", maxRequestSize.toBytes(), 1_024, 64L << 20);
        between("readings-under-way", readingsUnderWay, maxRequestReadings, 10_000_000);
        between("queue-readings", queueReadings, maxRequestReadings, 1_000_000);
        between("flush-readings", flushReadings, 1, 10_000);
        between("flushers", flushers, 1, 16);
        between("wait (ms)", patience.toMillis(), 100, 60_000);
        between("down-for (ms)", downFor.toMillis(), 10, 60_000);
    }

    private static void between(String name, long value, long lowest, long highest) {
        if (value < lowest || value > highest) {
            throw new IllegalArgumentException("galewatch.ingest." + name + " must be " + lowest + " to " + highest
                    + ", not " + value);
        }
    }
}
