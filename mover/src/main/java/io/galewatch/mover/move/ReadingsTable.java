package io.galewatch.mover.move;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The columns of {@code readings} on one shard, by name. Copy, digest and delete name every column, so that another column
 * order changes nothing and a column that only one side has is noticed before a value of it is lost.
 *
 * @param columns by name, the key among them
 * @param fingerprint of the definitions, as the shard computes it
 * @param conflictsLack columns that the shard's conflict table could not keep, in words; empty when it can keep all
 */
record ReadingsTable(Map<String, Column> columns, String fingerprint, Optional<String> conflictsLack) {

    private static final List<String> KEY = List.of("turbine_id", "read_at");

    /**
     * One column.
     *
     * @param definition type, nullability, generation, collation, place in the key
     * @param copied whether its values are copied, not generated
     * @param hash SQL of its hash, with {@code %1$s} for the value and {@code %2$s} for a seed; null when PostgreSQL has no
     *   hash for its type
     */
    record Column(String definition, boolean copied, @Nullable String hash) {

        /** SQL: a bigint, another one for each place, also of NULL. */
        private String hashOf(String value, int place) {
            return "coalesce(" + String.format(String.valueOf(hash), value, "hashint8extended(" + place + ", 0)")
                    + ", hashint8extended(" + place + ", 1))";
        }
    }

    static ReadingsTable read(Connection connection) throws SQLException {
        Map<String, Column> columns = new TreeMap<>();
        try (PreparedStatement statement = connection.prepareStatement(
                "select column_name, definition, copied, hash from readings_columns()");
                ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                columns.put(row.getString(1), new Column(row.getString(2), row.getBoolean(3), row.getString(4)));
            }
        }
        try (PreparedStatement statement = connection.prepareStatement(
                "select readings_fingerprint(), reading_conflict_lacks()"); ResultSet row = statement.executeQuery()) {
            row.next();
            return new ReadingsTable(columns, row.getString(1), Optional.ofNullable(row.getString(2)));
        }
    }

    /** Why rows can't be moved from this table to another shard's, in words; empty when they can. */
    Optional<String> obstacle(ReadingsTable target) {
        TreeSet<String> names = new TreeSet<>(columns.keySet());
        names.addAll(target.columns.keySet());
        String difference = names.stream().filter(
                name -> !definition(name).equals(target.definition(name))).map(
                        name -> name + ": " + definition(name) + " against " + target.definition(name)).collect(
                                Collectors.joining("; "));
        if (!difference.isEmpty()) {
            return Optional.of("readings differs, " + difference);
        }
        String incomparable = columns.entrySet().stream().filter(column -> column.getValue().hash() == null).map(
                column -> column.getKey() + " " + column.getValue().definition()).collect(Collectors.joining("; "));
        if (!incomparable.isEmpty()) {
            return Optional.of("readings can't be compared by content, PostgreSQL has no hash for " + incomparable);
        }
        return target.conflictsLack.map(columns -> "reading_conflict on the target lacks " + columns
                + ": values that lose their key could not be kept. Add them there");
    }

    private String definition(String name) {
        Column column = columns.get(name);
        return column == null ? "(no such column)" : column.definition();
    }

    /** Every column that is copied, quoted, the key first. */
    String columnList() {
        return columnList("", Column::copied);
    }

    /** As {@link #columnList()}, of an alias. */
    String columnListOf(String alias) {
        return columnList(alias + ".", Column::copied);
    }

    private String columnList(String prefix, Predicate<Column> wanted) {
        return ordered().filter(name -> wanted.test(column(name))).map(name -> prefix + quoted(name)).collect(
                Collectors.joining(", "));
    }

    private Stream<String> ordered() {
        List<String> names = new ArrayList<>(KEY);
        columns.keySet().stream().filter(name -> !KEY.contains(name)).forEach(names::add);
        return names.stream();
    }

    private Column column(String name) {
        Column column = columns.get(name);
        if (column == null) {
            throw new SetAsideException("readings has no column " + name + ", which is part of its key");
        }
        return column;
    }

    private static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    /** SQL: what a row of the given alias adds to a digest, a bigint. */
    String rowDigest(String alias) {
        List<String> names = ordered().toList();
        return IntStream.range(0, names.size()).mapToObj(
                place -> column(names.get(place)).hashOf(alias + "." + quoted(names.get(place)), place)).collect(
                        Collectors.joining(" # ", "digest_mix(", ")"));
    }

    /** SQL: the content digest of all rows of the given alias, 0 for none. */
    String digest(String alias) {
        return "coalesce(sum(" + rowDigest(alias) + "), 0)";
    }

    /**
     * SQL: whether two rows hold the very same bits. Stricter than a digest, for which -0 is 0 as it is for SQL: used
     * where a row meets another one under its key, so that even the sign of a zero is not lost.
     */
    String identical(String one, String other) {
        return "record_send(row(" + columnListOf(one) + ")) = record_send(row(" + columnListOf(other) + "))";
    }

}
