package io.galewatch.mover.admin;

import io.galewatch.routing.read.TurbineScan;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * What a shard holds, in broad strokes and at a bounded cost: turbines by their home under N shards, with a share of the
 * table for each. No row is read but one per turbine.
 *
 * @param rows in the whole table, as the planner estimates it from the file's size
 * @param bytes of the table with its index
 * @param whole whether all turbines were looked at
 */
record ShardOutline(List<Home> homes, double rows, long bytes, boolean whole) {

    /** Turbines that one shard is asked for: a few seconds' worth on a cold disk, and ten times what a large fleet has. */
    static final int MOST_TURBINES = 20_000;

    /**
     * A loose index scan, as the mover's own search: one probe per turbine. The commonest turbines' shares of the table
     * are in the statistics, and what is left belongs to the others.
     */
    private static final String HOMES = "with recursive " + TurbineScan.TURBINE + """
        , common(turbine, share) as (
            select v.turbine collate "C", v.share
              from pg_stats s, unnest(s.most_common_vals::text::text[], s.most_common_freqs) as v(turbine, share)
             where s.schemaname = 'public' and s.tablename = 'readings' and s.attname = 'turbine_id'
        )
        select (turbine_hash(t.id) % ?)::integer, count(*), count(c.share), coalesce(sum(c.share), 0)::float8,
               (select coalesce(sum(share), 0) from common)::float8, sum(count(*)) over ()
          from turbine t left join common c on c.turbine = t.id
         where t.id is not null
         group by 1
        """;

    /** Counts nothing. Turbines without statistics of their own are taken to be alike. */
    private static final String SIZE = "select pg_total_relation_size('public.readings')";

    /**
     * Turbines of one home.
     *
     * @param share of the table's rows, from 0 to 1
     */
    record Home(int index, int turbines, double share) {}

    private record Group(int index, int turbines, int common, double commonShare) {
        double weight(double ofEachOther) {
            return commonShare + (turbines - common) * ofEachOther;
        }
    }

    static ShardOutline read(Connection connection, int shards) throws SQLException {
        List<Group> groups = new ArrayList<>();
        double common = 0;
        long turbines = 0;
        try (PreparedStatement statement = connection.prepareStatement(HOMES)) {
            statement.setString(1, TurbineScan.START);
            statement.setInt(2, MOST_TURBINES);
            statement.setInt(3, shards);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    groups.add(new Group(row.getInt(1), row.getInt(2), row.getInt(3), row.getDouble(4)));
                    common = row.getDouble(5);
                    turbines = row.getLong(6);
                }
            }
        }
        return new ShardOutline(homes(groups, common), estimatedRows(connection), size(connection),
                turbines < MOST_TURBINES);
    }

    /** The statistics may know turbines that have left since; the shares of those that are here add up to one. */
    private static List<Home> homes(List<Group> groups, double common) {
        int others = groups.stream().mapToInt(group -> group.turbines() - group.common()).sum();
        double ofEachOther = others == 0 ? 0 : Math.max(1e-9, 1 - common) / others;
        double all = groups.stream().mapToDouble(group -> group.weight(ofEachOther)).sum();
        return groups.stream().map(group -> new Home(group.index(), group.turbines(),
                group.weight(ofEachOther) / all)).toList();
    }

    private static double estimatedRows(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("explain select from readings");
                ResultSet row = statement.executeQuery()) {
            row.next();
            String scan = row.getString(1);
            int from = scan.indexOf("rows=") + "rows=".length();
            return Double.parseDouble(scan.substring(from, scan.indexOf(' ', from)));
        }
    }

    private static long size(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(SIZE);
                ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }
}
