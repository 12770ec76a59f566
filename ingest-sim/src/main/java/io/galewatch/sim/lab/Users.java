package io.galewatch.sim.lab;

import io.galewatch.sim.postgres.Server;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/** The users of a lab and their passwords: fresh ones for each fleet, kept in its state file only. */
public final class Users {

    public static final String OWNER = "galewatch_owner";
    public static final String MOVER = "galewatch_mover";
    public static final String INGEST = "galewatch_ingest";
    public static final String READER = "galewatch_reader";
    /** Of the admin API, not of a database. */
    public static final String ADMIN = "admin";

    private Users() {}

    static Map<String, String> withNewPasswords(SecureRandom random) {
        Map<String, String> users = new TreeMap<>();
        for (String user : new String[]{Server.SUPERUSER, OWNER, MOVER, INGEST, READER, ADMIN}) {
            byte[] password = new byte[16];
            random.nextBytes(password);
            users.put(user, HexFormat.of().formatHex(password));
        }
        return users;
    }
}
