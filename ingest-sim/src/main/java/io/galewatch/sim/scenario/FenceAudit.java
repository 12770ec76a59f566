package io.galewatch.sim.scenario;

import io.galewatch.sim.postgres.Server;
import java.util.List;

/** A shard writes down each committed advance of its fence, in the order in which the fence row was had. */
final class FenceAudit {

    private static final String INSTALL = """
        create table if not exists fence_audit (n bigint generated always as identity primary key, token bigint not null);
        create or replace function fence_audit() returns trigger
            language plpgsql security definer set search_path = public, pg_temp as
        'begin insert into public.fence_audit (token) values (new.token); return null; end';
        create or replace trigger audit after update on mover_fence for each row execute function fence_audit();
        """;

    private static final String WENT_DOWN = """
        select count(*) from (select token < lag(token) over (order by n) as down from fence_audit) a where down
        """;

    private final List<Server> shards;

    FenceAudit(List<Server> shards) {
        this.shards = shards;
    }

    void install() {
        shards.forEach(shard -> Question.tell(shard, INSTALL));
    }

    /** How often any fence went down; 0, or the protocol is broken. */
    long timesDown() {
        return shards.stream().mapToLong(shard -> Question.number(shard, WENT_DOWN)).sum();
    }

    long advances() {
        return shards.stream().mapToLong(shard -> Question.number(shard, "select count(*) from fence_audit")).sum();
    }
}
