/**
 * Looks whether what is promised is so, without stopping anything: every turbine at home and only there, no hole in a
 * history, nothing that a journal knows of and no shard holds, fences and maps that agree. Reads only, in bounded
 * statements, throttled; what it finds it reports, and the fenced mover repairs ({@code POST /admin/reconcile}).
 */
@NullMarked
package io.galewatch.mover.audit;

import org.jspecify.annotations.NullMarked;
