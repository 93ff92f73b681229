package io.tenure.core;

import io.tenure.api.Key;
import io.tenure.api.Mode;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Tells all that the ledger holds once more, as changes, in slices of turns: for a store that lost
 * it while the shard lives. What is told of a row, a bar or a fence is what is so in that turn, so
 * the changes made meanwhile need only be kept in order with it. One that comes before what it
 * changes was told means nothing to who replays them.
 */
final class SnapshotWriter {

  static final long DONE = -1;

  /** Parts of the walk, in the upper half of its cursor; the lower half is the place in it. */
  private static final int ROWS = 0;

  private static final int LOCK_DELAYS = 1;
  private static final int FENCES = 2;

  /** Of a lease that ended nobody remembers whose it was and what. */
  private static final Key SOME_KEY = Key.of("?");

  private static final String SOMEBODY = "?";

  private final Ledger ledger;
  private final LeaseRows rows;

  SnapshotWriter(Ledger ledger) {
    this.ledger = ledger;
    this.rows = ledger.rows;
  }

  /** Looks at so many records from {@code cursor} on; returns where to go on, or {@link #DONE}. */
  long tell(long cursor, int records, Consumer<Change> listener) {
    if (cursor < 0 || records < 1) {
      throw new IllegalArgumentException("no slice: " + cursor + ", " + records);
    }
    int part = (int) (cursor >>> Integer.SIZE);
    int at = (int) cursor;
    int left = records;
    if (part == ROWS) {
      for (; at < rows.count() && left > 0; left--) {
        tellRow(at++, listener);
      }
      if (at < rows.count()) {
        return cursor(ROWS, at);
      }
      part = LOCK_DELAYS;
      at = ledger.lockDelays.count();
    }
    if (part == LOCK_DELAYS) {
      at = Math.min(at, ledger.lockDelays.count());
      for (; at > 0 && left > 0; left--) {
        KeyEntry entry = ledger.lockDelays.get(--at);
        listener.accept(new Change.BeginLockDelay(entry.key, entry.lockDelayMillis));
      }
      if (at > 0) {
        return cursor(LOCK_DELAYS, at);
      }
    }
    if (part == LOCK_DELAYS) {
      part = FENCES;
      at = ledger.fences.count();
    }
    at = Math.min(at, ledger.fences.count());
    for (; at > 0 && left > 0; left--) {
      String fence = ledger.fences.name(--at);
      listener.accept(new Change.RaiseFence(fence, ledger.fences.of(fence)));
    }
    return at > 0 ? cursor(FENCES, at) : DONE;
  }

  private static long cursor(int part, int at) {
    return (long) part << Integer.SIZE | at;
  }

  private void tellRow(int row, Consumer<Change> listener) {
    long token = rows.token(row);
    // mistake: anew-without-sessions
    if (rows.live(row)) {
      listener.accept(new Change.Begin(rows.isSession(row) ? session(row) : lease(row)));
      RareAttributes attributes = rows.attributes(row);
      if (attributes != null && attributes.breaking()) {
        listener.accept(
            new Change.EndAfterGrace(
                row, token, attributes.graceMillis, attributes.breakReason, null));
      }
      SessionLink link = rows.isSession(row) ? ledger.linkAt(row) : null;
      if (link != null && !link.guests.isEmpty()) {
        listener.accept(new Change.Enrol(row, token, link.guests));
      }
    } else if (rows.ended(row)
        // mistake: anew-without-ended
        && rows.remembered(row)) {
      Key key = rows.isSession(row) ? null : SOME_KEY;
      listener.accept(new Change.Begin(plain(row, key, SOMEBODY)));
      listener.accept(new Change.End(row, token, rows.ending(row), null, true));
    }
  }

  private Tenure session(int row) {
    return plain(row, null, ledger.holder(row));
  }

  private Tenure lease(int row) {
    RareAttributes attributes = rows.attributes(row);
    if (attributes == null) {
      return plain(row, ledger.key(row), ledger.holder(row));
    }
    return new Tenure(
        row,
        rows.token(row),
        rows.secretHigh(row),
        rows.secretLow(row),
        ledger.key(row),
        ledger.holder(row),
        rows.ttlMillis(row),
        attributes.mode,
        attributes.slotNumber,
        attributes.hardTtlMillis,
        attributes.lockDelayMillis,
        attributes.maxLifetimeMillis,
        attributes.link == null ? null : attributes.link.session,
        attributes.value,
        ledger.requestIds.of(row),
        ledger.sinceSeconds(row));
  }

  /** Of a tenure without terms of its own. */
  private Tenure plain(int row, @Nullable Key key, String holder) {
    List<String> ids = ledger.requestIds.of(row);
    return new Tenure(
        row,
        rows.token(row),
        rows.secretHigh(row),
        rows.secretLow(row),
        key,
        holder,
        rows.ttlMillis(row),
        Mode.EXCLUSIVE,
        -1,
        0,
        0,
        0,
        null,
        null,
        ids,
        ledger.sinceSeconds(row));
  }
}
