package io.galewatch.routing.db;

/** The database roles a box logs in as. The owner is not among them: only {@code migrate} has its password. */
public enum Role {
    /**
     * Copies, verifies and deletes, behind the fence; takes the claim. The home check of an insert and the proof of a delete
     * keep a whole batch for a moment, which the server would write to a file when it had no more than its default for it.
     */
    MOVER("galewatch_mover", "-c work_mem=64MB"),
    /** Stores readings and offers maps. */
    INGEST("galewatch_ingest", ""),
    /** Reads. */
    READER("galewatch_reader", "");

    private final String login;
    private final String serverOptions;

    Role(String login, String serverOptions) {
        this.login = login;
        this.serverOptions = serverOptions;
    }

    public String login() {
        return login;
    }

    /** Settings of its sessions, as a server takes them on its command line. */
    String serverOptions() {
        return serverOptions;
    }
}
