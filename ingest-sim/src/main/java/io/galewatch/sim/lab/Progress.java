package io.galewatch.sim.lab;

import java.io.PrintWriter;
import java.util.Locale;

/** Shows how a rebalance goes: one line that changes on a terminal, a new line now and then elsewhere. */
final class Progress {

    private static final int BAR = 24;
    private static final long PLAIN_LINE_NANOS = 5_000_000_000L;

    private final PrintWriter out;
    private final boolean terminal;
    private long lastPlainLine = System.nanoTime() - PLAIN_LINE_NANOS;

    Progress(PrintWriter out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    void show(RebalanceStatus status, long displaced, long acknowledged) {
        String line = line(status, displaced, acknowledged);
        if (terminal) {
            out.print("\r" + line + "\u001b[K");
            out.flush();
        } else if (System.nanoTime() - lastPlainLine >= PLAIN_LINE_NANOS || status.complete()) {
            lastPlainLine = System.nanoTime();
            out.println(line);
            out.flush();
        }
    }

    void end() {
        if (terminal) {
            out.println();
            out.flush();
        }
    }

    static String line(RebalanceStatus status, long displaced, long acknowledged) {
        long all = Math.max(displaced, status.displaced());
        long done = status.count("done");
        int filled = all == 0 ? 0 : (int) Math.min(BAR, BAR * done / all);
        String owner = status.holder().map(holder -> holder.owner() + " (token " + holder.token() + ")").orElse(
                "nobody");
        String eta = status.etaSeconds().map(seconds -> seconds + " s").orElse("?");
        return String.format(Locale.ROOT,
                "[%s%s] %d/%d  copying %d verifying %d deleting %d  %,d rows  %,.0f rows/s  ETA %s  owner %s  acked %,d%s",
                "#".repeat(filled), "-".repeat(BAR - filled), done, all, status.count("copying"),
                status.count("verifying"), status.count("deleting"), status.rowsMoved(), status.rowsPerSecond(), eta,
                owner, acknowledged, status.lastError().map(error -> "  last error: " + error).orElse(""));
    }
}
