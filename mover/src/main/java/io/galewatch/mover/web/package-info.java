/**
 * What every HTTP answer has in common: errors are {@code application/problem+json} with a stable type
 * ({@code urn:galewatch:…}), and what went wrong inside is in the log under the id that the answer gives.
 */
@NullMarked
package io.galewatch.mover.web;

import org.jspecify.annotations.NullMarked;
