package io.tenure.shard.commit;

import io.tenure.core.Change;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * Collects changes that are not on their way to the store yet, turn by turn. A turn is never
 * divided: its decisions become durable together, such as an end and the grant that follows it.
 * Owned by the shard's loop.
 */
public final class BatchAccumulator {

  /** Larger batches delay the store for too long; a single turn may be larger. */
  public static final int BATCH_MAX = 4_096;

  /**
   * Even a slow network transfers so many bytes within the two seconds of a call; a single turn may
   * be larger.
   */
  static final int BATCH_BYTES_MAX = 1 << 19;

  /** With more changes the store is too slow for the load: new requests are held back. */
  public static final int WAITING_MAX = 65_536;

  /** The same limit in bytes, for memory: if all of 64 shards reach it, they take a gigabyte. */
  static final int WAITING_BYTES_MAX = 1 << 24;

  private record Turn(int changes, long bytes) {}

  private final List<Change> changes = new ArrayList<>();
  private final ArrayDeque<Turn> turns = new ArrayDeque<>();
  private long bytes;

  /** Changes and bytes of the present turn. */
  private int turnChanges;

  private long turnBytes;

  void add(Change change) {
    changes.add(change);
    bytes += change.bytes();
    turnChanges++;
    turnBytes += change.bytes();
  }

  /** Ends the turn; returns true when it has changed anything. */
  boolean endTurn() {
    if (turnChanges == 0) {
      return false;
    }
    turns.add(new Turn(turnChanges, turnBytes));
    turnChanges = 0;
    turnBytes = 0;
    return true;
  }

  boolean isEmpty() {
    return changes.isEmpty();
  }

  /** Whether a batch is full, so that waiting for more gains nothing. */
  boolean fillsBatch() {
    return changes.size() >= BATCH_MAX || bytes >= BATCH_BYTES_MAX;
  }

  boolean full() {
    return changes.size() >= WAITING_MAX || bytes >= WAITING_BYTES_MAX;
  }

  /** Takes as many turns as fit into one batch: at least the first, however large it is. */
  List<Change> takeBatch() {
    Turn first = turns.remove();
    int batchChanges = first.changes;
    long batchBytes = first.bytes;
    for (Turn next = turns.peek();
        next != null
            && batchChanges + next.changes <= BATCH_MAX
            && batchBytes + next.bytes <= BATCH_BYTES_MAX;
        next = turns.peek()) {
      turns.remove();
      batchChanges += next.changes;
      batchBytes += next.bytes;
    }
    bytes -= batchBytes;
    List<Change> taking = changes.subList(0, batchChanges);
    List<Change> batch = List.copyOf(taking);
    taking.clear();
    return batch;
  }

  void clear() {
    changes.clear();
    turns.clear();
    bytes = 0;
    turnChanges = 0;
    turnBytes = 0;
  }
}
