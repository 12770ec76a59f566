package io.galewatch.routing.db;

/**
 * One pool: who connects where, as what.
 *
 * @param name for logs and metrics, such as {@code box-1 shard-2 ingest}
 * @param url JDBC URL without credentials
 * @param applicationName what the server shows for its sessions, at most 63 bytes
 * @param size most connections at once
 * @param proof SQL that a new connection runs before its first use, to prove where it has arrived
 */
public record PoolSpec(String name, String url, Role role, String password, String applicationName, int size,
        Limits limits, String proof) {

    @Override
    public String toString() {
        return name + " at " + url + " as " + role.login();
    }
}
