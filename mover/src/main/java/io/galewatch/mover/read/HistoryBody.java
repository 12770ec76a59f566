package io.galewatch.mover.read;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.galewatch.routing.map.ShardId;
import io.galewatch.routing.read.Cursor;
import io.galewatch.routing.read.HistoryPage;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A page in JSON.
 *
 * @param next what to hand back as {@code after} for the next page; not there on the last one
 * @param complete false when shards that may hold readings did not answer
 * @param missing which those are
 */
record HistoryBody(String turbine, @ArraySchema(schema = @Schema(ref = "Reading")) List<Map<String, Object>> readings,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String next, boolean complete,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> missing) {

    static HistoryBody of(HistoryPage page) {
        return new HistoryBody(page.turbine(), page.readings().stream().map(ReadingBody::of).toList(),
                page.next().map(Cursor::encode).orElse(null), page.isComplete(),
                page.missing().stream().sorted().map(ShardId::name).toList());
    }
}
