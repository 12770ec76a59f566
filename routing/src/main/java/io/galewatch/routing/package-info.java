/**
 * Who owns what: the library on which ingest, reads and the mover agree. It has no Spring Boot in it, so that another
 * service can depend on it alone.
 */
@NullMarked
package io.galewatch.routing;

import org.jspecify.annotations.NullMarked;
