package io.galewatch.sim.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.function.UnaryOperator;

import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Reads and writes {@code lab.json}: whole, never torn, and readable by its owner only, since passwords are in it. */
public final class StateFile {

    private final Layout layout;
    private final JsonMapper json = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    public StateFile(Layout layout) {
        this.layout = layout;
    }

    public Optional<LabState> read() {
        if (!Files.exists(layout.state())) {
            return Optional.empty();
        }
        return Optional.of(json.readValue(layout.state().toFile(), LabState.class));
    }

    public LabState require() {
        return read().orElseThrow(() -> new EnvironmentProblem("no fleet in " + layout.work()
                + ": ./lab up starts one, and --work names another directory"));
    }

    public synchronized void write(LabState state) {
        try {
            Path next = Files.createTempFile(layout.work(), "lab-", ".json",
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            json.writeValue(next.toFile(), state);
            Files.move(next, layout.state(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + layout.state(), e);
        }
    }

    /** Changes the state under a lock that holds between processes too: supervisor and lab write the same file. */
    public synchronized LabState update(UnaryOperator<LabState> change) {
        try (FileChannel channel = FileChannel.open(layout.stateLock(), StandardOpenOption.CREATE,
                StandardOpenOption.WRITE); FileLock lock = channel.lock()) {
            LabState next = change.apply(require());
            write(next);
            return next;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot update " + layout.state(), e);
        }
    }
}
