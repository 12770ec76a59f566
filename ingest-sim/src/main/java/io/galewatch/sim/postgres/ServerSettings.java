package io.galewatch.sim.postgres;

import java.nio.file.Path;
import java.util.Objects;

/** What one server of the lab is called and where it lives. */
public record ServerSettings(String name, int port, Path dataDirectory, Path log, String superuserPassword) {

    /** Where the data directory lies; it exists before the data directory does. */
    Path directory() {
        return Objects.requireNonNull(dataDirectory.toAbsolutePath().getParent(), "a data directory lies in another");
    }

    /** Lean enough for four servers on two cores; nothing that durability or passwords depend on is relaxed. */
    String configuration() {
        return """
            port = %d
            listen_addresses = '127.0.0.1'
            unix_socket_directories = ''
            password_encryption = 'scram-sha-256'
            fsync = on
            synchronous_commit = on
            max_connections = 200
            shared_buffers = '128MB'
            maintenance_work_mem = '64MB'
            max_wal_size = '2GB'
            checkpoint_timeout = '15min'
            autovacuum_naptime = '30s'
            max_parallel_workers_per_gather = 0
            jit = off
            wal_level = replica
            max_wal_senders = 4
            log_timezone = 'UTC'
            timezone = 'UTC'
            log_line_prefix = '%%m [%%p] %%u %%a '
            """.formatted(port);
    }

    @Override
    public String toString() {
        return name + " on port " + port;
    }
}
