package io.galewatch.sim.ledger;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicLong;

import tools.jackson.databind.json.JsonMapper;

/**
 * Writes the ledger. Each line is handed to the kernel before the call returns, so a killed lab loses none; a power cut is
 * not what the lab survives.
 */
public final class Ledger implements AutoCloseable {

    private final FileChannel file;
    private final JsonMapper json = JsonMapper.builder().build();
    private final AtomicLong acknowledged = new AtomicLong();

    private Ledger(FileChannel file) {
        this.file = file;
    }

    /** Opens a ledger to add to, also one that an earlier process wrote. */
    public static Ledger append(Path path) {
        try {
            FileChannel file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            if (file.size() > 0) {
                file.write(ByteBuffer.wrap(new byte[]{'\n'})); // Ends a line that a killed writer may have left torn.
            }
            return new Ledger(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot open the ledger " + path, e);
        }
    }

    public synchronized void write(LedgerEntry entry) {
        // Named as the interface, so that the kind of the entry is written too.
        byte[] text = json.writerFor(LedgerEntry.class).writeValueAsBytes(entry);
        ByteBuffer line = ByteBuffer.allocate(text.length + 1).put(text).put((byte) '\n').flip();
        try {
            while (line.hasRemaining()) {
                file.write(line);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write to the ledger", e);
        }
        if (entry instanceof LedgerEntry.Acknowledged) {
            acknowledged.incrementAndGet();
        }
    }

    /** Readings acknowledged through this object. */
    public long acknowledged() {
        return acknowledged.get();
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot close the ledger", e);
        }
    }
}
