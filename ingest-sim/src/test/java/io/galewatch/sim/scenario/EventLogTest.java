package io.galewatch.sim.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventLogTest {

    @TempDir
    Path directory = Path.of("");

    @Test
    void whatWasWrittenIsRead() throws Exception {
        Path file = directory.resolve("deeper/record.jsonl");
        Event event = new Event(Instant.parse("2026-11-29T22:25:44.123456Z"), "22:25:44", "box-3", Event.Kind.SEEN,
                "takes it: \"token 18\"", List.of("a line", "another"));
        EventLog.Title title = new EventLog.Title("april-night", "the night");
        try (EventLog log = EventLog.create(file)) {
            log.write(title);
            log.write(new EventLog.Happened(event));
        }
        assertThat(EventLog.read(file)).containsExactly(title, new EventLog.Happened(event));
    }

    @Test
    void namesTheLineThatIsNoRecord() throws Exception {
        Path file = directory.resolve("other.txt");
        Files.writeString(file, "dear diary\n");
        assertThatThrownBy(() -> EventLog.read(file)).isInstanceOf(IllegalArgumentException.class).hasMessageContaining(
                "other.txt").hasMessageContaining("line 1");
    }
}
