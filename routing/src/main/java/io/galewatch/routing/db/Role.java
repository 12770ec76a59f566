package io.galewatch.routing.db;

/** The database roles a box logs in as. The owner is not among them: only {@code migrate} has its password. */
public enum Role {
    /** Copies, verifies and deletes, behind the fence; takes the claim. */
    MOVER("galewatch_mover"),
    /** Stores readings and offers maps. */
    INGEST("galewatch_ingest"),
    /** Reads. */
    READER("galewatch_reader");

    private final String login;

    Role(String login) {
        this.login = login;
    }

    public String login() {
        return login;
    }
}
