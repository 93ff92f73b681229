package io.tenure.core;

import io.tenure.api.Limits;
import io.tenure.api.Operation;
import io.tenure.api.Request;
import io.tenure.core.memory.Arena;
import io.tenure.core.memory.IntColumn;
import io.tenure.core.memory.SipHash;
import io.tenure.core.memory.TextIndex;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the tenure on which a requestId had its effect, as long as the row of the tenure remembers
 * it. An id is stored together with its purpose and its subject. The same id for another key,
 * holder or lease is another request, and is never answered for this one.
 */
final class RequestIds {

  /** The purpose of the request that had the id. */
  enum Purpose {
    ACQUIRE('a', Operation.ACQUIRE),
    BREAK('b', Operation.BREAK),
    /** A break that takes effect after its grace. */
    BREAK_AFTER_GRACE('d', Operation.BREAK),
    VALUE('v', Operation.VALUE),
    SESSION('s', Operation.OPEN_SESSION),
    /** A transfer that began a lease with a leaseId that the caller passes on. */
    HAND_OVER('h', Operation.TRANSFER),
    /** A transfer to a waiter: the caller must not learn the leaseId. */
    PASS('p', Operation.TRANSFER);

    private final char letter;
    final Operation operation;

    Purpose(char letter, Operation operation) {
      this.letter = letter;
      this.operation = operation;
    }

    /**
     * Returns the stored form of an id: 128 bits of a hash of the id and its subject. They are
     * enough to distinguish ids, shorter than ids, and no credential. Returns null when there is no
     * id.
     */
    @Nullable String spell(String subject, @Nullable String requestId) {
      if (requestId == null) {
        return null;
      }
      byte[] text = bytes(subject.length() + " " + subject + requestId);
      byte[] digest =
          ByteBuffer.allocate(2 * Long.BYTES)
              .putLong(FIRST.of(text, 0, text.length))
              .putLong(SECOND.of(text, 0, text.length))
              .array();
      return letter + BASE64.encodeToString(digest);
    }
  }

  /**
   * The first of two hashes with keys that are fixed for ever: another table must find the ids that
   * this one stored. A caller that knows the keys can make ids that are mistaken for one another,
   * and only its own requests suffer.
   */
  private static final SipHash FIRST = new SipHash(0x7265717565737473L, 0x6172652074616b65L);

  private static final SipHash SECOND = new SipHash(0x6e206f6e6c79206fL, 0x6e63652e20202020L);

  /** The length of a stored id: the letter of its purpose, and 128 bits. */
  static final int SPELLED_BYTES = 1 + (2 * Long.SIZE + 5) / 6;

  private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

  private final Arena arena;
  private final TextIndex index;
  private final IntColumn textOf = new IntColumn();
  private final IntColumn rowOf = new IntColumn();
  private final IntColumn next = new IntColumn();
  private final IntColumn firstOf = new IntColumn();
  private int entries = 1;
  private int free;
  private int count;

  RequestIds(Arena arena, SipHash hash) {
    this.arena = arena;
    this.index = new TextIndex(arena, hash, textOf::get);
  }

  static @Nullable String idOf(Request.Acquire request) {
    if (request.requestId() == null) {
      return null;
    }
    String key = request.key().toString();
    String subject = key.length() + " " + key + request.holder();
    return Purpose.ACQUIRE.spell(subject, request.requestId());
  }

  /** Returns the ids that are not null, in this order. */
  static List<String> listOf(@Nullable String first, @Nullable String second) {
    if (first == null) {
      return second == null ? List.of() : List.of(second);
    }
    return second == null ? List.of(first) : List.of(first, second);
  }

  /** Returns the row that remembers the id, or {@link TextIndex#NONE}. */
  int find(@Nullable String spelled) {
    if (spelled == null) {
      return TextIndex.NONE;
    }
    int entry = index.find(bytes(spelled));
    return entry == TextIndex.NONE ? TextIndex.NONE : rowOf.get(entry);
  }

  int count() {
    return count;
  }

  boolean any(int row) {
    return firstOf.get(row) != 0;
  }

  /** Returns the ids of the row, the latest first: as if the tenure had begun with all of them. */
  List<String> of(int row) {
    int entry = firstOf.get(row);
    if (entry == 0) {
      return List.of();
    }
    List<String> ids = new ArrayList<>(2);
    for (; entry != 0; entry = next.get(entry)) {
      ids.add(new String(arena.get(textOf.get(entry)), StandardCharsets.UTF_8));
    }
    return ids;
  }

  void add(int row, String spelled) {
    int entry = free;
    if (entry == 0) {
      entry = entries++;
    } else {
      free = next.get(entry);
    }
    textOf.set(entry, arena.put(bytes(spelled)));
    rowOf.set(entry, row);
    next.set(entry, firstOf.get(row));
    firstOf.set(row, entry);
    index.add(entry);
    count++;
    forgetBeyondLimit(row);
  }

  void forgetAll(int row) {
    int entry = firstOf.get(row);
    if (entry == 0) {
      return;
    }
    firstOf.set(row, 0);
    while (entry != 0) {
      int following = next.get(entry);
      forget(entry);
      entry = following;
    }
  }

  /** Forgets the oldest id when the row has too many, except the id that began the tenure. */
  private void forgetBeyondLimit(int row) {
    int count = 1;
    int before = 0;
    int entry = firstOf.get(row);
    while (next.get(entry) != 0) {
      before = entry;
      entry = next.get(entry);
      count++;
    }
    if (count > Limits.REQUESTS_PER_LEASE_MAX) {
      int previous = firstOf.get(row);
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
    arena.free(textOf.get(entry));
    next.set(entry, free);
    free = entry;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
