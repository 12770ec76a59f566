package io.galewatch.routing.db;

import java.util.Map;

/** Passwords of the roles. Never printed. */
public record Credentials(Map<Role, String> passwords) {

    public Credentials {
        passwords = Map.copyOf(passwords);
    }

    /** @throws IllegalArgumentException when there is no password for the role */
    public String password(Role role) {
        String password = passwords.get(role);
        if (password == null) {
            throw new IllegalArgumentException("no password is configured for role " + role.login());
        }
        return password;
    }

    @Override
    public String toString() {
        return "Credentials" + passwords.keySet();
    }
}
