package io.galewatch.mover.security;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;
import org.springframework.security.crypto.password.PasswordEncoder;

/**
 * The one password is in the settings of this process as it is; a slow hash of it would protect nothing, and cost a
 * status that is asked for every second a tenth of a core. Compared in constant time.
 */
final class PlainPasswords implements PasswordEncoder {

    @Override
    public @Nullable String encode(@Nullable CharSequence raw) {
        return raw == null ? null : raw.toString();
    }

    @Override
    public boolean matches(@Nullable CharSequence raw, @Nullable String stored) {
        return raw != null && stored != null && MessageDigest.isEqual(
                raw.toString().getBytes(StandardCharsets.UTF_8), stored.getBytes(StandardCharsets.UTF_8));
    }
}
