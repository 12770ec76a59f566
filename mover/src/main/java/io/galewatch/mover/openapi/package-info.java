/**
 * The API's documentation, made from the code: {@code /v3/api-docs}, and to read and try at {@code /swagger-ui.html}. Each
 * call's problems come from its {@link io.galewatch.mover.web.Refuses}; those that any call may have are added here.
 */
@NullMarked
package io.galewatch.mover.openapi;

import org.jspecify.annotations.NullMarked;
