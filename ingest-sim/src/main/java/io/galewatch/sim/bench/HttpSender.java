package io.galewatch.sim.bench;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/** Posts readings to one box. A request whose connection breaks counts as not taken. */
public final class HttpSender implements Sender {

    private static final int BYTES_PER_READING = 450;

    private final Batches batches;
    private final Values values = new Values(new SplittableRandom(1));
    private final HttpConnection connection;

    public HttpSender(URI box, Batches batches) {
        this.batches = batches;
        this.connection = new HttpConnection(box, "/readings");
    }

    @Override
    public int send() throws NotTaken {
        Batch batch = batches.next();
        int status;
        try {
            status = connection.post(json(batch));
        } catch (IOException e) {
            throw new NotTaken(e.getClass().getSimpleName());
        }
        if (status != 200) {
            throw new NotTaken("HTTP " + status);
        }
        return batch.size();
    }

    private byte[] json(Batch batch) {
        StringBuilder text = new StringBuilder(batch.size() * BYTES_PER_READING).append('[');
        for (int i = 0; i < batch.size(); i++) {
            text.append(i == 0 ? "" : ",").append("{\"turbine\":\"").append(batch.turbines()[i]).append(
                    "\",\"at\":\"").append(batch.instants()[i]).append('"').append(values.json(batch.values()[i]));
        }
        return text.append(']').toString().getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public void close() throws IOException {
        connection.close();
    }
}
