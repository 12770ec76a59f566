package io.galewatch.sim.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Writes a report as JSON. */
public final class ReportFile {

    private ReportFile() {}

    public static void write(Object report, Path file) {
        try {
            Path directory = file.toAbsolutePath().getParent();
            if (directory != null) {
                Files.createDirectories(directory);
            }
            JsonMapper json = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
            Files.writeString(file, json.writeValueAsString(report) + System.lineSeparator());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the report " + file, e);
        }
    }
}
