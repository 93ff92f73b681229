package io.tenure.core.memory;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/**
 * Finds an entry by its text, with extendible hashing. Growth splits one bucket of 63 entries, and
 * never rehashes the other buckets. An entry is a number below 2^24 with a text in the arena.
 */
public final class TextIndex {

  static final int ENTRY_BITS = 24;
  public static final int NONE = -1;
  private static final int ENTRY_MASK = (1 << ENTRY_BITS) - 1;
  private static final int BUCKET_BITS = 6;
  private static final int ENTRIES_MAX = (1 << BUCKET_BITS) - 1;
  private static final int DEPTH_MAX = 30;

  private final Arena arena;
  private final SipHash hash;
  private final IntUnaryOperator textOf;
  private final IntColumn cells = new IntColumn();
  private int[] directory = {0};
  private int depth;
  private int buckets = 1;

  public TextIndex(Arena arena, SipHash hash, IntUnaryOperator textOf) {
    this.arena = arena;
    this.hash = hash;
    this.textOf = textOf;
  }

  public int find(byte[] text) {
    long hashed = hash.of(text, 0, text.length);
    int bucket = bucket(hashed);
    int[] page = cells.page(bucket);
    int header = bucket & IntColumn.PAGE - 1;
    int sign = sign(hashed);
    for (int at = header + count(page[header]); at > header; at--) {
      int cell = page[at];
      if (cell >>> ENTRY_BITS == sign && arena.holds(textOf.applyAsInt(cell & ENTRY_MASK), text)) {
        return cell & ENTRY_MASK;
      }
    }
    return NONE;
  }

  /** Adds an entry. Its text is in the arena already, and no other entry has the same text. */
  public void add(int entry) {
    long hashed = hash(entry);
    int bucket = bucket(hashed);
    while (!append(bucket, hashed, entry)) {
      split(bucket, hashed);
      bucket = bucket(hashed);
    }
  }

  public void remove(int entry) {
    int bucket = bucket(hash(entry));
    int[] page = cells.page(bucket);
    int header = bucket & IntColumn.PAGE - 1;
    int last = header + count(page[header]);
    for (int at = header + 1; at <= last; at++) {
      if ((page[at] & ENTRY_MASK) == entry) {
        page[at] = page[last];
        page[header]--;
        return;
      }
    }
    throw new IllegalStateException("entry " + entry + " is not in the index");
  }

  private boolean append(int bucket, long hashed, int entry) {
    int[] page = cells.page(bucket);
    int header = bucket & IntColumn.PAGE - 1;
    int count = count(page[header]);
    if (count == ENTRIES_MAX) {
      return false;
    }
    page[header]++;
    page[header + 1 + count] = sign(hashed) << ENTRY_BITS | entry;
    return true;
  }

  private void split(int bucket, long hashed) {
    int bucketDepth = depthOf(cells.get(bucket)) + 1;
    if (bucketDepth > depth) {
      doubleDirectory();
    }
    int[] entries = new int[ENTRIES_MAX];
    for (int i = 0; i < ENTRIES_MAX; i++) {
      entries[i] = cells.get(bucket + 1 + i) & ENTRY_MASK;
    }
    int sibling = buckets++ << BUCKET_BITS;
    cells.set(bucket, header(bucketDepth));
    cells.set(sibling, header(bucketDepth));
    pointUpperHalf(hashed, bucketDepth, sibling);
    for (int entry : entries) {
      long entryHash = hash(entry);
      append(bucket(entryHash), entryHash, entry);
    }
  }

  private void doubleDirectory() {
    if (depth == DEPTH_MAX) {
      throw new IllegalStateException("the index cannot grow beyond 2^" + DEPTH_MAX + " buckets");
    }
    int[] doubled = new int[directory.length * 2];
    for (int i = 0; i < doubled.length; i++) {
      doubled[i] = directory[i >>> 1];
    }
    directory = doubled;
    depth++;
  }

  /** Lets the upper half of the directory entries of the split bucket lead to its sibling. */
  private void pointUpperHalf(long hashed, int bucketDepth, int sibling) {
    int span = 1 << depth - bucketDepth;
    int first = directoryAt(hashed) & -(span << 1);
    Arrays.fill(directory, first + span, first + (span << 1), sibling);
  }

  private int bucket(long hashed) {
    return directory[directoryAt(hashed)];
  }

  private int directoryAt(long hashed) {
    return depth == 0 ? 0 : (int) (hashed >>> Long.SIZE - depth);
  }

  private long hash(int entry) {
    return arena.hash(hash, textOf.applyAsInt(entry));
  }

  private static int sign(long hashed) {
    return (int) hashed & 0xff;
  }

  private static int header(int bucketDepth) {
    return bucketDepth << 8;
  }

  private static int count(int header) {
    return header & 0xff;
  }

  private static int depthOf(int header) {
    return header >>> 8;
  }
}
