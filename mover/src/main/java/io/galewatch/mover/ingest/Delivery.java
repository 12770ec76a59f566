package io.galewatch.mover.ingest;

import java.util.Collections;
import java.util.List;

/** What became of a parcel. */
sealed interface Delivery {

    /** One verdict for each of its readings, in its order. */
    record Done(List<Verdict> verdicts) implements Delivery {

        static Done all(Verdict verdict, int readings) {
            return new Done(Collections.nCopies(readings, verdict));
        }
    }

    /** Its map is not in force any more, and a newer one is known here now: address it again. */
    record Readdress() implements Delivery {}
}
