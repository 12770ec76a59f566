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
import java.util.stream.Collectors;

/**
 * The columns of {@code readings} on one shard, by name. Copy, digest and delete name every column, so that another column
 * order changes nothing and a column that only one side has is noticed before a value of it is lost.
 *
 * @param columns name to definition (type, nullability, generation, collation, place in the key)
 * @param fingerprint of the definitions, as the shard computes it
 */
record ReadingsTable(Map<String, String> columns, String fingerprint) {

    private static final List<String> KEY = List.of("turbine_id", "read_at");

    static ReadingsTable read(Connection connection) throws SQLException {
        Map<String, String> columns = new TreeMap<>();
        try (PreparedStatement statement = connection.prepareStatement(
                "select column_name, definition from readings_columns()");
                ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                columns.put(row.getString(1), row.getString(2));
            }
        }
        try (PreparedStatement statement = connection.prepareStatement("select readings_fingerprint()");
                ResultSet row = statement.executeQuery()) {
            row.next();
            return new ReadingsTable(columns, row.getString(1));
        }
    }

    /** What differs from another shard's table, in words; empty when nothing does. */
    Optional<String> difference(ReadingsTable other) {
        TreeSet<String> names = new TreeSet<>(columns.keySet());
        names.addAll(other.columns.keySet());
        String difference = names.stream().filter(
                name -> !columns.getOrDefault(name, "").equals(other.columns.getOrDefault(name, ""))).map(
                        name -> name + ": " + columns.getOrDefault(name, "(no such column)") + " against "
                                + other.columns.getOrDefault(name, "(no such column)")).collect(
                                        Collectors.joining("; "));
        return difference.isEmpty() ? Optional.empty() : Optional.of(difference);
    }

    /** Every column, quoted, the key first. */
    String columnList() {
        return columnList("");
    }

    private String columnList(String prefix) {
        List<String> names = new ArrayList<>(KEY);
        columns.keySet().stream().filter(name -> !KEY.contains(name)).forEach(names::add);
        return names.stream().map(name -> prefix + '"' + name.replace("\"", "\"\"") + '"').collect(
                Collectors.joining(", "));
    }

    /** SQL: the 64-bit hash of a row of the given alias. */
    String rowHash(String alias) {
        return "hash_record_extended(row(" + columnList(alias + ".") + "), 0)";
    }

    /** SQL: the content digest of all rows of the given alias, 0 for none. */
    String digest(String alias) {
        return "coalesce(sum(digest_mix(" + rowHash(alias) + ")), 0)";
    }

    /** SQL: whether two rows hold the same values. */
    String same(String one, String other) {
        return "row(" + columnList(one + ".") + ") is not distinct from row(" + columnList(other + ".") + ")";
    }

    String columnListOf(String alias) {
        return columnList(alias + ".");
    }
}
