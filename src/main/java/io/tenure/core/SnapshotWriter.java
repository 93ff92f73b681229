package io.tenure.core;

import io.tenure.api.Key;
import java.util.function.Consumer;

/**
 * Reports the whole ledger again as changes, in slices of turns, for a store that lost it. The
 * shard continues to work meanwhile. Each row, lock-delay and fence is reported with its state in
 * that turn, so the new changes need only be kept in order with the reported ones. A change of a
 * record that is not reported yet has no effect in the table that replays them.
 */
final class SnapshotWriter {

  static final long DONE = -1;

  /**
   * The parts of the walk, in the upper half of its cursor. The lower half is the index in the
   * part.
   */
  private static final int ROWS = 0;

  private static final int LOCK_DELAYS = 1;
  private static final int FENCES = 2;

  private static final Key SOME_KEY = Key.of("?");
  private static final String SOME_HOLDER = "?";

  private final Ledger ledger;
  private final LeaseRows rows;

  SnapshotWriter(Ledger ledger) {
    this.ledger = ledger;
    this.rows = ledger.rows;
  }

  /**
   * Reports at most {@code records} records from {@code cursor} on. Returns the next cursor, or
   * {@link #DONE}.
   */
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
      RareAttributes attributes = rows.attributes(row);
      SessionLink above = attributes == null ? null : attributes.link;
      long promised = above == null ? 0 : above.ttlMillis;
      listener.accept(new Change.Begin(rows.isSession(row) ? session(row) : lease(row), promised));
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
      listener.accept(new Change.Begin(ended(row)));
      listener.accept(new Change.End(row, token, rows.ending(row), null, true));
    }
  }

  private TenureImage lease(int row) {
    TenureImage.Common common = common(row, ledger.texts.holder(row));
    RareAttributes attributes = rows.attributes(row);
    if (attributes == null) {
      return TenureImage.Lease.plain(common, ledger.texts.key(row));
    }
    return new TenureImage.Lease(
        common,
        ledger.texts.key(row),
        attributes.mode,
        attributes.slotNumber,
        attributes.times(),
        attributes.link == null ? null : attributes.link.session,
        attributes.value);
  }

  private TenureImage session(int row) {
    return new TenureImage.Session(common(row, ledger.texts.holder(row)));
  }

  /**
   * Returns the ended tenure with substitute texts, because the row remembers neither its key nor
   * its holder.
   */
  private TenureImage ended(int row) {
    TenureImage.Common common = common(row, SOME_HOLDER);
    return rows.isSession(row)
        ? new TenureImage.Session(common)
        : TenureImage.Lease.plain(common, SOME_KEY);
  }

  private TenureImage.Common common(int row, String holder) {
    return new TenureImage.Common(
        row,
        rows.token(row),
        rows.secret(row),
        holder,
        rows.ttlMillis(row),
        ledger.requestIds.of(row),
        rows.sinceSeconds(row));
  }
}
