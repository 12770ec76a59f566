/** The structure of the service, as rules that fail. */
@NullMarked
package io.galewatch.mover.architecture;

import org.jspecify.annotations.NullMarked;
