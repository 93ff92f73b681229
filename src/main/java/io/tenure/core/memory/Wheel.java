package io.tenure.core.memory;

import java.util.function.IntConsumer;

/**
 * A timer wheel that reminds of deadlines lazily. A row is parked at a deadline that it once had.
 * When that deadline is due, the owner of the row looks at its present deadline, and parks the row
 * again or ends it. A renewal never touches the wheel. Only the promptness of an end depends on the
 * wheel, never its correctness.
 *
 * <p>The wheel has two levels of 4,096 buckets: ticks of 4.2 ms for the next 17 s, and spans of 17
 * s for the next 19 hours. A bucket is a chain of chunks, so that a million ends of one tick are
 * read in order.
 */
public final class Wheel {

  /** Looks at a row when the time for which it was parked has come. */
  public interface Due {
    void look(int row);

    /**
     * Reads the memory that {@link #look} will read. It is called for many rows in succession, so
     * that cache misses overlap.
     */
    default long touch(int row) {
      return 0;
    }
  }

  public static final int TICK_SHIFT = 22;
  private static final int LEVEL_BITS = 12;
  private static final int LEVEL = 1 << LEVEL_BITS;
  private static final int LEVEL_MASK = LEVEL - 1;
  private static final int CHUNK_BITS = 6;
  private static final int CHUNK_IDS = (1 << CHUNK_BITS) - 2;
  private static final int NEXT = 0;
  private static final int COUNT = 1;
  private static final int IDS = 2;
  private static final int NONE = 0;

  /**
   * Chunks of 64 ints: the next chunk, the number of ids that follow, and the ids. Chunk 0 is never
   * used.
   */
  private final IntColumn chunks = new IntColumn();

  private int chunkCount = 1;
  private int freeChunk = NONE;
  private final int[] heads = new int[2 * LEVEL];
  private final long[] occupied = new long[LEVEL / Long.SIZE];

  /** The number of entries of each bucket, with the stale ones. */
  private final int[] entries = new int[2 * LEVEL];

  /**
   * By row, bucket + 1 of its one valid entry: other entries of the row are stale. 0: not parked.
   */
  private final CharColumn parked = new CharColumn();

  /** By row, bucket + 1 of its entry in the farther level, valid or stale. */
  private final CharColumn far = new CharColumn();

  private long tick;
  private int draining = NONE;
  private int drainingBucket;
  private int touched = NONE;

  /** Prevents the compiler from removing the reads of {@link Due#touch}. */
  @SuppressWarnings("unused")
  private long touch;

  private boolean finestAfterwards;

  /** Reminds of {@code row} at {@code leaseNanos}, or earlier when the row is parked earlier. */
  public void park(int row, long leaseNanos) {
    long wanted = Math.max((leaseNanos >>> TICK_SHIFT) + 1, tick + 1);
    int old = parked.get(row);
    if (old != 0 && firesAt(old - 1) <= wanted) {
      return;
    }
    int bucket = bucket(wanted);
    if (bucket < LEVEL) {
      add(bucket, row);
    } else {
      bucket = addFar(bucket, row);
    }
    parked.set(row, (char) (bucket + 1));
  }

  /**
   * Adds an entry in the farther level, unless the row has one that is due in time. Returns the
   * bucket of the entry.
   */
  private int addFar(int bucket, int row) {
    int old = far.get(row);
    if (old != 0 && firesAt(old - 1) <= firesAt(bucket)) {
      return old - 1;
    }
    add(bucket, row);
    far.set(row, (char) (bucket + 1));
    return bucket;
  }

  /**
   * Looks at rows that are due, at most {@code budget}. Returns the number of entries that it took.
   */
  public int advance(long leaseNanos, int budget, Due due) {
    long target = leaseNanos >>> TICK_SHIFT;
    int taken = 0;
    while (taken < budget && (draining != NONE || turn(target))) {
      taken += drain(budget - taken, due);
    }
    return taken;
  }

  /**
   * Returns the time until an entry is due, or {@link Long#MAX_VALUE} when none is due before
   * {@code horizonNanos}.
   */
  public long dueIn(long leaseNanos, long horizonNanos) {
    if (draining != NONE) {
      return 0;
    }
    long limit = (leaseNanos + horizonNanos >>> TICK_SHIFT) + 1;
    long next = nextOccupied(tick + 1, limit);
    return next == limit ? Long.MAX_VALUE : Math.max(0, (next << TICK_SHIFT) - leaseNanos);
  }

  /**
   * Shows rows that become due, and changes nothing. Stretch 0 is the nearer level, in the order of
   * time. Stretch 1 is the next span, in no order, stretch 2 the span after it, and so on. Stops
   * after {@code budget} entries. Returns the number of entries that it looked at.
   */
  public int peek(int stretch, int budget, IntConsumer reader) {
    if (stretch > 0) {
      return peekBucket(span(stretch), budget, reader);
    }
    int looked = 0;
    for (long at = tick + 1;
        at < tick + LEVEL && looked < budget;
        at = nextOccupied(at + 1, tick + LEVEL)) {
      looked += peekBucket((int) at & LEVEL_MASK, budget - looked, reader);
    }
    return looked;
  }

  /** Returns the number of entries in a stretch of {@link #peek}. */
  public long entries(int stretch) {
    if (stretch > 0) {
      return entries[span(stretch)];
    }
    long sum = 0;
    for (int bucket = 0; bucket < LEVEL; bucket++) {
      sum += entries[bucket];
    }
    return sum;
  }

  private int span(int ahead) {
    return LEVEL + ((int) (tick >>> LEVEL_BITS) + ahead & LEVEL_MASK);
  }

  private int peekBucket(int bucket, int budget, IntConsumer reader) {
    int looked = 0;
    for (int chunk = heads[bucket];
        chunk != NONE && looked < budget;
        chunk = chunks.get(chunk << CHUNK_BITS)) {
      int first = chunk << CHUNK_BITS;
      int count = chunks.get(first + COUNT);
      for (int id = 0; id < count && looked < budget; id++) {
        int row = chunks.get(first + IDS + id);
        looked++;
        if (parked.get(row) == bucket + 1) {
          reader.accept(row);
        }
      }
    }
    return looked;
  }

  /** Returns the number of chunks created so far, in use or free. */
  int chunkCount() {
    return chunkCount;
  }

  /**
   * Moves on to the next tick with an entry. Returns false when there is none up to {@code target}.
   */
  private boolean turn(long target) {
    if (finestAfterwards) {
      finestAfterwards = false;
      detach((int) tick & LEVEL_MASK);
    }
    while (draining == NONE && tick < target) {
      long span = (tick | LEVEL_MASK) + 1;
      tick = nextOccupied(tick + 1, Math.min(target, span));
      if ((tick & LEVEL_MASK) == 0) {
        finestAfterwards = true;
        detach(LEVEL + ((int) (tick >>> LEVEL_BITS) & LEVEL_MASK));
        if (draining == NONE) {
          finestAfterwards = false;
          detach(0);
        }
      } else {
        detach((int) tick & LEVEL_MASK);
      }
    }
    return draining != NONE;
  }

  private long nextOccupied(long from, long limit) {
    long at = from;
    while (at < limit) {
      int bucket = (int) at & LEVEL_MASK;
      long word = occupied[bucket >>> 6] >>> bucket;
      if (word != 0) {
        return Math.min(at + Long.numberOfTrailingZeros(word), limit);
      }
      at += Long.SIZE - (bucket & 63);
    }
    return limit;
  }

  private void detach(int bucket) {
    draining = heads[bucket];
    drainingBucket = bucket;
    heads[bucket] = NONE;
    entries[bucket] = 0;
    if (bucket < LEVEL) {
      occupied[bucket >>> 6] &= ~(1L << bucket);
    }
  }

  private int drain(int budget, Due due) {
    int taken = 0;
    while (draining != NONE && taken < budget) {
      int at = draining << CHUNK_BITS;
      int[] page = chunks.page(at);
      int chunk = at & IntColumn.PAGE - 1;
      int count = page[chunk + COUNT];
      if (count == 0) {
        int next = page[chunk + NEXT];
        page[chunk + NEXT] = freeChunk;
        freeChunk = draining;
        touched = NONE;
        draining = next;
        continue;
      }
      if (touched != draining) {
        touched = draining;
        for (int id = 0; id < count; id++) {
          touch += due.touch(page[chunk + IDS + id]);
        }
      }
      page[chunk + COUNT] = count - 1;
      int row = page[chunk + IDS + count - 1];
      taken++;
      if (far.get(row) == drainingBucket + 1) {
        far.set(row, (char) 0);
      }
      if (parked.get(row) == drainingBucket + 1) {
        parked.set(row, (char) 0);
        due.look(row);
      }
    }
    return taken;
  }

  private int bucket(long wanted) {
    if (wanted - tick < LEVEL) {
      return (int) wanted & LEVEL_MASK;
    }
    long span = Math.min(wanted >>> LEVEL_BITS, (tick >>> LEVEL_BITS) + LEVEL_MASK);
    return LEVEL + ((int) span & LEVEL_MASK);
  }

  private long firesAt(int bucket) {
    if (bucket < LEVEL) {
      return tick + (bucket - tick & LEVEL_MASK);
    }
    long span = tick >>> LEVEL_BITS;
    return (span + (bucket - span & LEVEL_MASK)) << LEVEL_BITS;
  }

  private void add(int bucket, int row) {
    entries[bucket]++;
    int head = heads[bucket];
    if (head == NONE || chunks.get((head << CHUNK_BITS) + COUNT) == CHUNK_IDS) {
      head = newChunk(head);
      heads[bucket] = head;
      if (bucket < LEVEL) {
        occupied[bucket >>> 6] |= 1L << bucket;
      }
    }
    int at = head << CHUNK_BITS;
    int[] page = chunks.page(at);
    int chunk = at & IntColumn.PAGE - 1;
    page[chunk + IDS + page[chunk + COUNT]++] = row;
  }

  private int newChunk(int next) {
    int chunk = freeChunk;
    if (chunk == NONE) {
      chunk = chunkCount++;
    } else {
      freeChunk = chunks.get((chunk << CHUNK_BITS) + NEXT);
    }
    chunks.set((chunk << CHUNK_BITS) + NEXT, next);
    chunks.set((chunk << CHUNK_BITS) + COUNT, 0);
    return chunk;
  }
}
