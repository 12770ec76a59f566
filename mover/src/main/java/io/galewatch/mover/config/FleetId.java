package io.galewatch.mover.config;

import java.util.UUID;

/** Which fleet this box belongs to. Every connection proves it before its first use. */
public record FleetId(UUID value) {

    @Override
    public String toString() {
        return value.toString();
    }
}
