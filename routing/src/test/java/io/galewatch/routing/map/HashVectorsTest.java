package io.galewatch.routing.map;

import static org.assertj.core.api.Assertions.assertThat;

import io.galewatch.routing.testing.TestFleet;
import io.galewatch.routing.testing.TestPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The address function is written twice, in Java and in SQL. Both agree with the vectors, and with each other. */
class HashVectorsTest {

    @Test
    void javaAgreesWithTheVectors() throws IOException {
        vectors().forEach((serial, hash) -> assertThat(TurbineHash.of(serial)).as(serial).isEqualTo(hash));
    }

    @Test
    void sqlAgreesWithTheVectorsAndWithJava() throws IOException, SQLException {
        Map<String, Long> expected = vectors();
        IntStream.rangeClosed(1, 2000).mapToObj("AP-%04d"::formatted).forEach(
                serial -> expected.put(serial, TurbineHash.of(serial)));
        try (TestFleet fleet = TestPostgres.shared().createFleet(1, 1);
                Connection connection = fleet.shardSuperuser(new ShardId(0));
                PreparedStatement hash = connection.prepareStatement("select turbine_hash(?)")) {
            for (Map.Entry<String, Long> vector : expected.entrySet()) {
                hash.setString(1, vector.getKey());
                try (ResultSet row = hash.executeQuery()) {
                    row.next();
                    assertThat(row.getLong(1)).as(vector.getKey()).isEqualTo(vector.getValue());
                }
            }
        }
    }

    @Test
    void theStoryOfArdnavePoint() {
        ShardMap two = new ShardMap(1, 2, new UUID(0, 1));
        ShardMap three = new ShardMap(2, 3, new UUID(0, 2));
        List<String> moving = IntStream.rangeClosed(1, 200).mapToObj("AP-%04d"::formatted).filter(
                serial -> !two.home(serial).equals(three.home(serial))).toList();
        assertThat(moving).hasSize(128);
        assertThat(moving.indexOf("AP-0163")).isEqualTo(99);
        assertThat(two.home("AP-0163").name()).isEqualTo("shard-1");
        assertThat(three.home("AP-0163").name()).isEqualTo("shard-3");
    }

    private static Map<String, Long> vectors() throws IOException {
        Map<String, Long> vectors = new TreeMap<>();
        List<String> lines = Files.readAllLines(TestPostgres.repositoryRoot().resolve("sql/hash-vectors.csv"));
        for (String line : lines.subList(1, lines.size())) {
            int comma = line.lastIndexOf(',');
            vectors.put(line.substring(0, comma), Long.parseLong(line.substring(comma + 1)));
        }
        return vectors;
    }
}
