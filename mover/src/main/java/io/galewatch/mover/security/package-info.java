/**
 * Who may call what: HTTP Basic for {@code /admin}, with credentials from the settings and no default; everything else
 * is open. Stateless.
 */
@NullMarked
package io.galewatch.mover.security;

import org.jspecify.annotations.NullMarked;
