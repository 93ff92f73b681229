package io.tenure.core;

import io.tenure.api.EndReason;
import io.tenure.api.LeaseId;
import io.tenure.api.RenewalCode;
import io.tenure.core.memory.IntColumn;
import io.tenure.core.memory.TextIndex;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The tenures of a shard by slot number, as columns of numbers: no object per lease, so that ten
 * million of them cost the garbage collector nothing. What a renewal needs lies together in one
 * stripe of 32 bytes.
 */
final class LeaseRows {

  /** What a slot holds: nothing, a tenure that lives, or the memory of one that ended. */
  static final int FREE = 0;

  static final int LIVE = 1;
  private static final int FIRST_ENDED = 2;
  private static final int STATE_MASK = 7;

  static final int LEASE = 0;
  static final int SESSION = 8;
  private static final int KIND_MASK = 8;

  /** Its terms decide about a renewal: a session, a hard term, a maxLifetime, a break. */
  private static final int SPECIAL = 16;

  /** The change that began or ended it may not be durable yet: see {@link InFlight}. */
  private static final int UNSETTLED = 32;

  /** It ended, and the store keeps a record of that. */
  private static final int REMEMBERED = 64;

  private static final int FLAG_BITS = 8;
  private static final int GENERATION_SHIFT = FLAG_BITS;
  private static final int TTL_SHIFT = 32;

  private static final int STRIPE_BITS = 2;
  private static final int DEADLINE = 0;
  private static final int SECRET_HIGH = 1;
  private static final int SECRET_LOW = 2;

  /** ttl in ms (32 bits), generation (24), flags (8). */
  private static final int META = 3;

  private static final int PAGE_MASK = IntColumn.PAGE - 1;
  private static final EndReason[] ENDINGS = EndReason.values();

  private long[][] stripes = new long[4][];
  private @Nullable RareAttributes[][] terms = new RareAttributes[4][];
  private int count;

  /** The token above its lowest 24 bits, which are the generation. */
  private final IntColumn tokenHigh = new IntColumn();

  final IntColumn keyText = new IntColumn();
  final IntColumn holder = new IntColumn();
  final IntColumn since = new IntColumn();

  int count() {
    return count;
  }

  void growTo(int slots) {
    for (; count < slots; count++) {
      int page = count >>> IntColumn.PAGE_BITS;
      if (page == stripes.length) {
        stripes = Arrays.copyOf(stripes, page * 2);
        terms = Arrays.copyOf(terms, page * 2);
      }
      if (stripes[page] == null) {
        stripes[page] = new long[IntColumn.PAGE << STRIPE_BITS];
      }
    }
  }

  /** Brings the stripe nearer, so that many of them come from memory at once; means nothing. */
  long touch(int slot) {
    return slot < 0 || slot >= count
        ? 0
        : stripes[slot >>> IntColumn.PAGE_BITS][(slot & PAGE_MASK) << STRIPE_BITS];
  }

  /** The whole of the common renewal: one stripe read, compared and written. */
  long extendPlain(
      int slot,
      int kind,
      int generation,
      long secretHigh,
      long secretLow,
      LeaseClock clock,
      TableMeter tableMeter) {
    if (slot < 0 || slot >= count) {
      return RenewalCode.UNKNOWN;
    }
    long[] page = stripes[slot >>> IntColumn.PAGE_BITS];
    int at = (slot & PAGE_MASK) << STRIPE_BITS;
    long wrong = (page[at + SECRET_HIGH] ^ secretHigh) | (page[at + SECRET_LOW] ^ secretLow);
    long meta = page[at + META];
    if (wrong != 0
        || (int) meta != (generation << GENERATION_SHIFT | kind | LIVE)
        // mistake: late-renewal
        || clock.judged() >= page[at + DEADLINE]) {
      return Renewing.NOT_PLAIN;
    }
    long ttlMillis = meta >>> TTL_SHIFT;
    long ttlNanos = ttlMillis * 1_000_000;
    tableMeter.renewedWith(page[at + DEADLINE] - clock.now(), ttlNanos);
    long deadline = clock.now() + ttlNanos;
    if (deadline > page[at + DEADLINE]) {
      // mistake: no-extension
      page[at + DEADLINE] = deadline;
    }
    return ttlMillis;
  }

  /** The slot that {@code handle} names with the right secret, or {@link TextIndex#NONE}. */
  int find(int kind, int slot, int generation, long secretHigh, long secretLow) {
    if (slot < 0 || slot >= count) {
      return TextIndex.NONE;
    }
    long wrong = (secretHigh(slot) ^ secretHigh) | (secretLow(slot) ^ secretLow);
    long meta = meta(slot);
    boolean fits =
        (meta & STATE_MASK) != FREE && (meta & KIND_MASK) == kind && generation(slot) == generation;
    return wrong == 0 && fits ? slot : TextIndex.NONE;
  }

  void begin(Tenure tenure, int kind, boolean special) {
    int slot = tenure.slot();
    long[] page = stripes[slot >>> IntColumn.PAGE_BITS];
    int at = (slot & PAGE_MASK) << STRIPE_BITS;
    page[at + DEADLINE] = 0;
    page[at + SECRET_HIGH] = tenure.secretHigh();
    page[at + SECRET_LOW] = tenure.secretLow();
    page[at + META] =
        tenure.ttlMillis() << TTL_SHIFT
            | (tenure.token() & LeaseId.GENERATION_MASK) << GENERATION_SHIFT
            | (special ? SPECIAL : 0)
            | kind
            | LIVE;
    tokenHigh.set(slot, (int) (tenure.token() >>> LeaseId.GENERATION_BITS));
    since.set(slot, (int) tenure.sinceSeconds());
  }

  void end(int slot, EndReason how, boolean remembered) {
    long kept = meta(slot) & ~(STATE_MASK | SPECIAL);
    set(slot, META, kept | FIRST_ENDED + how.ordinal() | (remembered ? REMEMBERED : 0));
  }

  /** Nothing remains: not even the secret. */
  void clear(int slot) {
    set(slot, DEADLINE, 0);
    set(slot, SECRET_HIGH, 0);
    set(slot, SECRET_LOW, 0);
    set(slot, META, 0);
  }

  int state(int slot) {
    return (int) meta(slot) & STATE_MASK;
  }

  boolean live(int slot) {
    return state(slot) == LIVE;
  }

  boolean ended(int slot) {
    return state(slot) >= FIRST_ENDED;
  }

  boolean remembered(int slot) {
    return (meta(slot) & REMEMBERED) != 0;
  }

  EndReason ending(int slot) {
    return ENDINGS[state(slot) - FIRST_ENDED];
  }

  boolean isSession(int slot) {
    return (meta(slot) & KIND_MASK) == SESSION;
  }

  boolean special(int slot) {
    return (meta(slot) & SPECIAL) != 0;
  }

  void makeSpecial(int slot) {
    set(slot, META, meta(slot) | SPECIAL);
  }

  long ttlMillis(int slot) {
    return meta(slot) >>> TTL_SHIFT;
  }

  int generation(int slot) {
    return (int) (meta(slot) >>> GENERATION_SHIFT) & LeaseId.GENERATION_MASK;
  }

  long token(int slot) {
    return (long) tokenHigh.get(slot) << LeaseId.GENERATION_BITS | generation(slot);
  }

  /** Of a tenure that lives; of one that ended, the instant of its end. */
  long deadline(int slot) {
    return get(slot, DEADLINE);
  }

  void deadline(int slot, long leaseNanos) {
    set(slot, DEADLINE, leaseNanos);
  }

  long secretHigh(int slot) {
    return get(slot, SECRET_HIGH);
  }

  long secretLow(int slot) {
    return get(slot, SECRET_LOW);
  }

  LeaseId handle(int shard, int slot) {
    return new LeaseId(shard, slot, generation(slot), secretHigh(slot), secretLow(slot));
  }

  @Nullable RareAttributes terms(int slot) {
    @Nullable RareAttributes[] page = terms[slot >>> IntColumn.PAGE_BITS];
    return page == null ? null : page[slot & PAGE_MASK];
  }

  void terms(int slot, @Nullable RareAttributes other) {
    int page = slot >>> IntColumn.PAGE_BITS;
    if (terms[page] == null) {
      if (other == null) {
        return;
      }
      terms[page] = new RareAttributes[IntColumn.PAGE];
    }
    terms[page][slot & PAGE_MASK] = other;
  }

  boolean unsettled(int slot) {
    return slot >= 0 && slot < count && (meta(slot) & UNSETTLED) != 0;
  }

  void unsettle(int slot) {
    set(slot, META, meta(slot) | UNSETTLED);
  }

  void settle(int slot) {
    set(slot, META, meta(slot) & ~UNSETTLED);
  }

  private long meta(int slot) {
    return get(slot, META);
  }

  private long get(int slot, int field) {
    return stripes[slot >>> IntColumn.PAGE_BITS][((slot & PAGE_MASK) << STRIPE_BITS) + field];
  }

  private void set(int slot, int field, long number) {
    stripes[slot >>> IntColumn.PAGE_BITS][((slot & PAGE_MASK) << STRIPE_BITS) + field] = number;
  }
}
