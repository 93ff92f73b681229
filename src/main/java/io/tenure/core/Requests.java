package io.tenure.core;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Which tenure a requestId had its effect on, as long as the tenure's slot remembers it. An id is
 * kept with what was asked and of whom: the same id for another key, holder or lease is another
 * request, and never answers for this one.
 */
final class Requests {

  /** What was asked under the id. */
  enum Purpose {
    ACQUIRE('a'),
    BREAK('b'),
    /** A break that ends with its grace. */
    DOOM('d'),
    VALUE('v'),
    SESSION('s'),
    /** A transfer that made a lease whose leaseId its caller passes on. */
    HAND_OVER('h'),
    /** A transfer to one who waited: the leaseId is not the caller's to know. */
    PASS('p');

    private final char letter;

    Purpose(char letter) {
      this.letter = letter;
    }

    /** Null when there is no id. */
    @Nullable String spell(String subject, @Nullable String requestId) {
      if (requestId == null) {
        return null;
      }
      byte[] text = bytes(subject);
      long scope = SipHash.ROUTING.of(text, 0, text.length);
      return letter + Long.toUnsignedString(scope, Character.MAX_RADIX) + ' ' + requestId;
    }
  }

  private final Arena arena;
  private final SipHash first;
  private final SipHash second;
  private final Index index;
  private final IntColumn digestOf = new IntColumn();
  private final IntColumn slotOf = new IntColumn();
  private final IntColumn next = new IntColumn();
  private final IntColumn firstOf = new IntColumn();
  private int entries = 1;
  private int free;
  private int count;

  Requests(Arena arena, SipHash hash, SipHash second) {
    this.arena = arena;
    this.first = hash;
    this.second = second;
    this.index = new Index(arena, hash, digestOf::get);
  }

  static @Nullable String idOf(Request.Acquire request) {
    String key = request.key().toString();
    String subject = key.length() + " " + key + request.holder();
    return Purpose.ACQUIRE.spell(subject, request.requestId());
  }

  /** The slot, or {@link Index#NONE}. */
  int find(@Nullable String spelled) {
    if (spelled == null) {
      return Index.NONE;
    }
    int entry = index.find(digest(spelled));
    return entry == Index.NONE ? Index.NONE : slotOf.get(entry);
  }

  int count() {
    return count;
  }

  boolean any(int slot) {
    return firstOf.get(slot) != 0;
  }

  void add(int slot, String spelled) {
    int entry = free;
    if (entry == 0) {
      entry = entries++;
    } else {
      free = next.get(entry);
    }
    digestOf.set(entry, arena.put(digest(spelled)));
    slotOf.set(entry, slot);
    next.set(entry, firstOf.get(slot));
    firstOf.set(slot, entry);
    index.add(entry);
    count++;
    forgetBeyondLimit(slot);
  }

  void forgetAll(int slot) {
    int entry = firstOf.get(slot);
    if (entry == 0) {
      return;
    }
    firstOf.set(slot, 0);
    while (entry != 0) {
      int following = next.get(entry);
      forget(entry);
      entry = following;
    }
  }

  /** Keeps the id that began the tenure, and of the others the latest. */
  private void forgetBeyondLimit(int slot) {
    int count = 1;
    int before = 0;
    int entry = firstOf.get(slot);
    while (next.get(entry) != 0) {
      before = entry;
      entry = next.get(entry);
      count++;
    }
    if (count > Limits.REQUESTS_PER_LEASE_MAX) {
      int previous = firstOf.get(slot);
      while (next.get(previous) != before) {
        previous = next.get(previous);
      }
      next.set(previous, entry);
      forget(before);
    }
  }

  private void forget(int entry) {
    index.remove(entry);
    count--;
    arena.free(digestOf.get(entry));
    next.set(entry, free);
    free = entry;
  }

  /**
   * 128 bits under keys of this table's own: enough to tell ids apart, and shorter than they are.
   */
  private byte[] digest(String spelled) {
    byte[] text = bytes(spelled);
    return ByteBuffer.allocate(2 * Long.BYTES)
        .putLong(first.of(text, 0, text.length))
        .putLong(second.of(text, 0, text.length))
        .array();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
