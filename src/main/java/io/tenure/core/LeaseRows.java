package io.tenure.core;

import io.tenure.api.EndReason;
import io.tenure.api.LeaseId;
import io.tenure.api.Mode;
import io.tenure.api.RenewalCode;
import io.tenure.api.Value;
import io.tenure.core.memory.IntColumn;
import io.tenure.core.memory.TextIndex;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The tenures of a shard by row, as columns of numbers. There is no object per lease, so that ten
 * million leases cost the garbage collector nothing. All fields that a renewal needs lie together
 * in one stripe of 32 bytes.
 */
final class LeaseRows {

  /** The states of a row: no tenure, a living tenure, or the memory of an ended one. */
  static final int FREE = 0;

  static final int LIVE = 1;
  private static final int FIRST_ENDED = 2;
  private static final int STATE_MASK = 7;

  static final int LEASE = 0;
  static final int SESSION = 8;
  private static final int KIND_MASK = 8;

  /**
   * The flag of a tenure with renewals that depend on a session, a hard ttl, a maxLifetime or a
   * break.
   */
  private static final int SPECIAL = 16;

  /**
   * The flag of a tenure with a beginning or an end that may not be durable yet: see {@link
   * InFlight}.
   */
  private static final int UNSETTLED = 32;

  /** The flag of an ended tenure that has a record of its end in the store. */
  private static final int REMEMBERED = 64;

  private static final int FLAG_BITS = 8;
  private static final int GENERATION_SHIFT = FLAG_BITS;
  private static final int TTL_SHIFT = 32;

  private static final int STRIPE_BITS = 2;
  private static final int DEADLINE = 0;
  private static final int SECRET_HIGH = 1;
  private static final int SECRET_LOW = 2;

  /** The index of the ttl in ms (32 bits), generation (24) and flags (8). */
  private static final int META = 3;

  private static final int PAGE_MASK = IntColumn.PAGE - 1;
  private static final EndReason[] ENDINGS = EndReason.values();

  private long[][] stripes = new long[4][];
  private @Nullable RareAttributes[][] attributes = new RareAttributes[4][];
  private int count;

  /** The token without its lowest 24 bits, which are the generation. */
  private final IntColumn tokenHigh = new IntColumn();

  final IntColumn keyText = new IntColumn();
  final IntColumn holder = new IntColumn();
  final IntColumn since = new IntColumn();

  int count() {
    return count;
  }

  void growTo(int rows) {
    for (; count < rows; count++) {
      int page = count >>> IntColumn.PAGE_BITS;
      if (page == stripes.length) {
        stripes = Arrays.copyOf(stripes, page * 2);
        attributes = Arrays.copyOf(attributes, page * 2);
      }
      if (stripes[page] == null) {
        stripes[page] = new long[IntColumn.PAGE << STRIPE_BITS];
      }
    }
  }

  /**
   * Loads the stripe into the processor's cache, so that many stripes are loaded at the same time.
   * The returned number has no meaning.
   */
  long touch(int row) {
    return row < 0 || row >= count
        ? 0
        : stripes[row >>> IntColumn.PAGE_BITS][(row & PAGE_MASK) << STRIPE_BITS];
  }

  /** Does the whole work of a common renewal: reads, compares and writes one stripe. */
  long extendPlain(
      int row,
      int kind,
      int generation,
      long secretHigh,
      long secretLow,
      LeaseClock clock,
      TableMeter tableMeter) {
    if (row < 0 || row >= count) {
      return RenewalCode.NOT_FOUND;
    }
    long[] page = stripes[row >>> IntColumn.PAGE_BITS];
    int at = (row & PAGE_MASK) << STRIPE_BITS;
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

  /** Returns the row that the caller names with the right secret, or {@link TextIndex#NONE}. */
  int find(int kind, int row, int generation, long secretHigh, long secretLow) {
    if (row < 0 || row >= count) {
      return TextIndex.NONE;
    }
    long wrong = (get(row, SECRET_HIGH) ^ secretHigh) | (get(row, SECRET_LOW) ^ secretLow);
    long meta = meta(row);
    boolean fits =
        (meta & STATE_MASK) != FREE && (meta & KIND_MASK) == kind && generation(row) == generation;
    return wrong == 0 && fits ? row : TextIndex.NONE;
  }

  void begin(TenureImage.Common tenure, int kind, boolean special) {
    int row = tenure.row();
    long[] page = stripes[row >>> IntColumn.PAGE_BITS];
    int at = (row & PAGE_MASK) << STRIPE_BITS;
    page[at + DEADLINE] = 0;
    page[at + SECRET_HIGH] = tenure.secret().high();
    page[at + SECRET_LOW] = tenure.secret().low();
    page[at + META] =
        tenure.ttlMillis() << TTL_SHIFT
            | (tenure.token() & LeaseId.GENERATION_MASK) << GENERATION_SHIFT
            | (special ? SPECIAL : 0)
            | kind
            | LIVE;
    tokenHigh.set(row, (int) (tenure.token() >>> LeaseId.GENERATION_BITS));
    since.set(row, (int) tenure.sinceSeconds());
  }

  void end(int row, EndReason how, boolean remembered) {
    long kept = meta(row) & ~(STATE_MASK | SPECIAL);
    set(row, META, kept | FIRST_ENDED + how.ordinal() | (remembered ? REMEMBERED : 0));
  }

  /** Erases the tenure from its row, with its secret. */
  void clear(int row) {
    set(row, DEADLINE, 0);
    set(row, SECRET_HIGH, 0);
    set(row, SECRET_LOW, 0);
    set(row, META, 0);
  }

  int state(int row) {
    return (int) meta(row) & STATE_MASK;
  }

  boolean live(int row) {
    return state(row) == LIVE;
  }

  boolean ended(int row) {
    return state(row) >= FIRST_ENDED;
  }

  boolean remembered(int row) {
    return (meta(row) & REMEMBERED) != 0;
  }

  EndReason ending(int row) {
    return ENDINGS[state(row) - FIRST_ENDED];
  }

  boolean isSession(int row) {
    return (meta(row) & KIND_MASK) == SESSION;
  }

  boolean special(int row) {
    return (meta(row) & SPECIAL) != 0;
  }

  void makeSpecial(int row) {
    set(row, META, meta(row) | SPECIAL);
  }

  long ttlMillis(int row) {
    return meta(row) >>> TTL_SHIFT;
  }

  int generation(int row) {
    return (int) (meta(row) >>> GENERATION_SHIFT) & LeaseId.GENERATION_MASK;
  }

  long token(int row) {
    return (long) tokenHigh.get(row) << LeaseId.GENERATION_BITS | generation(row);
  }

  /** Returns the deadline of a living tenure, or the instant at which an ended tenure ended. */
  long deadline(int row) {
    return get(row, DEADLINE);
  }

  void deadline(int row, long leaseNanos) {
    set(row, DEADLINE, leaseNanos);
  }

  TenureImage.Secret secret(int row) {
    return new TenureImage.Secret(get(row, SECRET_HIGH), get(row, SECRET_LOW));
  }

  LeaseId id(int shard, int row) {
    return new LeaseId(shard, row, generation(row), get(row, SECRET_HIGH), get(row, SECRET_LOW));
  }

  @Nullable RareAttributes attributes(int row) {
    @Nullable RareAttributes[] page = attributes[row >>> IntColumn.PAGE_BITS];
    return page == null ? null : page[row & PAGE_MASK];
  }

  void attributes(int row, @Nullable RareAttributes other) {
    int page = row >>> IntColumn.PAGE_BITS;
    if (attributes[page] == null) {
      if (other == null) {
        return;
      }
      attributes[page] = new RareAttributes[IntColumn.PAGE];
    }
    attributes[page][row & PAGE_MASK] = other;
  }

  long sinceSeconds(int row) {
    return since.get(row) & 0xffffffffL;
  }

  boolean bound(int row) {
    RareAttributes rare = attributes(row);
    return rare != null && rare.link != null;
  }

  Mode mode(int row) {
    RareAttributes rare = attributes(row);
    return rare == null ? Mode.EXCLUSIVE : rare.mode;
  }

  int slotNumber(int row) {
    RareAttributes rare = attributes(row);
    return rare == null ? -1 : rare.slotNumber;
  }

  @Nullable Value value(int row) {
    RareAttributes rare = attributes(row);
    return rare == null ? null : rare.value;
  }

  boolean unsettled(int row) {
    return row >= 0 && row < count && (meta(row) & UNSETTLED) != 0;
  }

  void unsettle(int row) {
    set(row, META, meta(row) | UNSETTLED);
  }

  void settle(int row) {
    set(row, META, meta(row) & ~UNSETTLED);
  }

  private long meta(int row) {
    return get(row, META);
  }

  private long get(int row, int field) {
    return stripes[row >>> IntColumn.PAGE_BITS][((row & PAGE_MASK) << STRIPE_BITS) + field];
  }

  private void set(int row, int field, long number) {
    stripes[row >>> IntColumn.PAGE_BITS][((row & PAGE_MASK) << STRIPE_BITS) + field] = number;
  }
}
