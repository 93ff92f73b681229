package io.tenure.core;

import io.tenure.api.Key;
import io.tenure.api.Mode;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Tells all that the ledger holds once more, as changes, in slices of turns: for a store that lost
 * it while the shard lives. What is told of a slot, a bar or a fence is what is so in that turn, so
 * the changes made meanwhile need only be kept in order with it. One that comes before what it
 * changes was told means nothing to who replays them.
 */
final class SnapshotWriter {

  static final long DONE = -1;

  /** Parts of the walk, in the upper half of its cursor; the lower half is the place in it. */
  private static final int SLOTS = 0;

  private static final int BARS = 1;
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
    if (part == SLOTS) {
      for (; at < rows.count() && left > 0; left--) {
        tellSlot(at++, listener);
      }
      if (at < rows.count()) {
        return cursor(SLOTS, at);
      }
      part = BARS;
      at = ledger.lockDelays.count();
    }
    if (part == BARS) {
      at = Math.min(at, ledger.lockDelays.count());
      for (; at > 0 && left > 0; left--) {
        KeyEntry entry = ledger.lockDelays.get(--at);
        listener.accept(new Change.Bar(entry.key, entry.barMillis));
      }
      if (at > 0) {
        return cursor(BARS, at);
      }
    }
    if (part == BARS) {
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

  private void tellSlot(int slot, Consumer<Change> listener) {
    long token = rows.token(slot);
    // mistake: anew-without-sessions
    if (rows.live(slot)) {
      listener.accept(new Change.Begin(rows.isSession(slot) ? session(slot) : lease(slot)));
      RareAttributes attributes = rows.terms(slot);
      if (attributes != null && attributes.breaking()) {
        listener.accept(
            new Change.Doom(slot, token, attributes.graceMillis, attributes.breakReason, null));
      }
      SessionLink link = rows.isSession(slot) ? ledger.bondAt(slot) : null;
      if (link != null && !link.guests.isEmpty()) {
        listener.accept(new Change.Enrol(slot, token, link.guests));
      }
    } else if (rows.ended(slot)
        // mistake: anew-without-ended
        && rows.remembered(slot)) {
      Key key = rows.isSession(slot) ? null : SOME_KEY;
      listener.accept(new Change.Begin(plain(slot, key, SOMEBODY)));
      listener.accept(new Change.End(slot, token, rows.ending(slot), null, true));
    }
  }

  private Tenure session(int slot) {
    return plain(slot, null, ledger.holder(slot));
  }

  private Tenure lease(int slot) {
    RareAttributes attributes = rows.terms(slot);
    if (attributes == null) {
      return plain(slot, ledger.key(slot), ledger.holder(slot));
    }
    return new Tenure(
        slot,
        rows.token(slot),
        rows.secretHigh(slot),
        rows.secretLow(slot),
        ledger.key(slot),
        ledger.holder(slot),
        rows.ttlMillis(slot),
        attributes.mode,
        attributes.slotNumber,
        attributes.hardTtlMillis,
        attributes.lockDelayMillis,
        attributes.maxLifetimeMillis,
        attributes.link == null ? null : attributes.link.session,
        attributes.value,
        ledger.requestIds.of(slot),
        ledger.sinceSeconds(slot));
  }

  /** Of a tenure without terms of its own. */
  private Tenure plain(int slot, @Nullable Key key, String holder) {
    List<String> ids = ledger.requestIds.of(slot);
    return new Tenure(
        slot,
        rows.token(slot),
        rows.secretHigh(slot),
        rows.secretLow(slot),
        key,
        holder,
        rows.ttlMillis(slot),
        Mode.EXCLUSIVE,
        -1,
        0,
        0,
        0,
        null,
        null,
        ids,
        ledger.sinceSeconds(slot));
  }
}
