package io.galewatch.sim.scenario;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.galewatch.sim.report.Report;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** The record of a play: JSON lines, a title first, then events, then the verdict. Written as it happens. */
final class EventLog implements AutoCloseable {

    /** One line of the file. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "line")
    @JsonSubTypes({@JsonSubTypes.Type(value = Title.class, name = "title"),
        @JsonSubTypes.Type(value = Happened.class, name = "event"),
        @JsonSubTypes.Type(value = Judged.class, name = "verdict")})
    sealed interface Line {}

    record Title(String title, String summary) implements Line {}

    record Happened(Event event) implements Line {}

    record Judged(Report report) implements Line {}

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final BufferedWriter file;

    private EventLog(BufferedWriter file) {
        this.file = file;
    }

    static EventLog create(Path path) {
        try {
            Path directory = path.toAbsolutePath().getParent();
            if (directory != null) {
                Files.createDirectories(directory);
            }
            return new EventLog(Files.newBufferedWriter(path));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot record to " + path, e);
        }
    }

    void write(Line line) {
        try {
            file.write(JSON.writerFor(Line.class).writeValueAsString(line));
            file.newLine();
            file.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the record", e);
        }
    }

    /**
     * What was recorded.
     *
     * @throws IllegalArgumentException the file is no record, with the number of the line
     */
    static List<Line> read(Path path) throws IOException {
        List<Line> lines = new ArrayList<>();
        for (String text : Files.readAllLines(path)) {
            try {
                lines.add(JSON.readValue(text, Line.class));
            } catch (JacksonException e) {
                throw new IllegalArgumentException(
                        "%s is no record of a scenario: line %d is not readable".formatted(path, lines.size() + 1), e);
            }
        }
        return lines;
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot close the record", e);
        }
    }
}
