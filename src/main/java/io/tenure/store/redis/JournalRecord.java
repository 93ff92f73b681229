package io.tenure.store.redis;

import io.tenure.api.EndReason;
import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import io.tenure.api.Limits;
import io.tenure.api.Mode;
import io.tenure.api.Value;
import io.tenure.core.Change;
import io.tenure.core.SessionGuestShard;
import io.tenure.core.TenureImage;
import io.tenure.store.StoreUnavailableException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One record of the journal, as it was read: names that it does not know are passed over. What it
 * must have and lacks is damage, and never taken from elsewhere.
 */
final class JournalRecord {

  /** No number of a record is so small. */
  private static final long MISSING = Long.MIN_VALUE;

  private static final int HEAD = 2;

  private final long kind;
  private long row = MISSING;
  private long token = MISSING;
  private TenureImage.@Nullable Secret secret;
  private @Nullable Key key;

  /** The holder, the reason or the name of a fence. */
  private @Nullable String text;

  /** The ttl, the grace or the lock-delay. */
  private long millis = MISSING;

  private Mode mode = Mode.EXCLUSIVE;
  private int slotNumber = -1;
  private long hardTtlMillis;
  private long lockDelayMillis;
  private long maxLifetimeMillis;
  private @Nullable LeaseId session;
  private @Nullable Value value;
  private List<String> ids = List.of();
  private @Nullable List<SessionGuestShard> guests;
  private long sinceSeconds;
  private @Nullable EndReason how;

  private JournalRecord(RecordScanner cursor) {
    kind = cursor.name();
    try {
      while (cursor.hasNext()) {
        read(cursor.name(), cursor);
      }
    } catch (IllegalArgumentException damage) {
      throw damaged("a field of it " + damage.getMessage());
    }
  }

  static JournalRecord read(byte[] written) {
    if (written.length < HEAD || written[0] != RecordFields.VERSION || written[1] != ' ') {
      throw new StoreUnavailableException(
          "a record of the journal has a version that this server does not know: run the version"
              + " of Tenure that wrote it, or a later one");
    }
    return new JournalRecord(new RecordScanner(written, HEAD));
  }

  long kind() {
    return kind;
  }

  boolean isTenure() {
    return kind == RecordFields.LEASE || kind == RecordFields.SESSION;
  }

  /** Whether it says what was changed of a tenure. */
  boolean isOfTenure() {
    return kind == RecordFields.VALUE
        || kind == RecordFields.DOOM
        || kind == RecordFields.END
        || kind == RecordFields.IDS;
  }

  int row() {
    return (int) number(row, RecordFields.SLOT);
  }

  long token() {
    return number(token, RecordFields.TOKEN);
  }

  List<String> ids() {
    return ids;
  }

  /** Null when it names none: it is a record of ids. */
  Change.@Nullable Enrol enrol() {
    List<SessionGuestShard> named = guests;
    return named == null ? null : new Change.Enrol(row(), token(), named);
  }

  TenureImage tenure() {
    TenureImage.Common common =
        new TenureImage.Common(
            row(),
            token(),
            found(secret, RecordFields.SECRET),
            found(text, RecordFields.HOLDER),
            number(millis, RecordFields.TTL),
            ids,
            sinceSeconds);
    if (kind == RecordFields.SESSION) {
      return new TenureImage.Session(common);
    }
    return new TenureImage.Lease(
        common,
        found(key, RecordFields.KEY),
        mode,
        slotNumber,
        new TenureImage.RareTimes(hardTtlMillis, lockDelayMillis, maxLifetimeMillis),
        session,
        value);
  }

  Change.Revalue revalue() {
    return new Change.Revalue(row(), token(), value, null);
  }

  Change.EndAfterGrace endAfterGrace() {
    return new Change.EndAfterGrace(
        row(), token(), number(millis, RecordFields.GRACE), found(text, RecordFields.REASON), null);
  }

  Change.End end() {
    return new Change.End(row(), token(), found(how, RecordFields.HOW), null, true);
  }

  Change.BeginLockDelay lockDelay() {
    return new Change.BeginLockDelay(
        found(key, RecordFields.KEY), number(millis, RecordFields.MILLIS));
  }

  Change.RaiseFence fence() {
    return new Change.RaiseFence(found(text, RecordFields.NAME), token());
  }

  private void read(long name, RecordScanner cursor) {
    if (name == RecordFields.SLOT) {
      row = cursor.number(Limits.LEASES_MAX - 1);
    } else if (name == RecordFields.TOKEN) {
      token = cursor.number();
    } else if (name == RecordFields.SECRET) {
      secret = cursor.secret();
    } else if (name == RecordFields.KEY) {
      key = Key.of(cursor.text());
    } else if (name == RecordFields.HOLDER
        || name == RecordFields.REASON
        || name == RecordFields.NAME) {
      text = cursor.text();
    } else if (name == RecordFields.TTL
        || name == RecordFields.GRACE
        || name == RecordFields.MILLIS) {
      millis = cursor.number();
    } else if (name == RecordFields.SINCE) {
      sinceSeconds = cursor.number();
    } else if (name == RecordFields.IDS) {
      ids = cursor.texts();
    } else if (name == RecordFields.VALUE) {
      value = Value.of(cursor.bytes());
    } else if (name == RecordFields.HOW) {
      how = EndReason.valueOf(cursor.text().toUpperCase(Locale.ROOT));
    } else {
      readRare(name, cursor);
    }
  }

  private void readRare(long name, RecordScanner cursor) {
    if (name == RecordFields.MODE) {
      mode = mode(cursor.text());
    } else if (name == RecordFields.NUMBER) {
      slotNumber = cursor.number(Integer.MAX_VALUE);
    } else if (name == RecordFields.HARD) {
      hardTtlMillis = cursor.number();
    } else if (name == RecordFields.DELAY) {
      lockDelayMillis = cursor.number();
    } else if (name == RecordFields.LIFE) {
      maxLifetimeMillis = cursor.number();
    } else if (name == RecordFields.UNDER) {
      session = found(LeaseId.parse(cursor.text()), RecordFields.UNDER);
    } else if (name == RecordFields.GUESTS) {
      guests = cursor.guests();
    } else {
      cursor.skip();
    }
  }

  private static Mode mode(String spelled) {
    return spelled.equals("shared")
        ? Mode.SHARED
        : Mode.slots(Integer.parseInt(spelled.substring(spelled.indexOf(':') + 1)));
  }

  private <T> T found(@Nullable T value, long name) {
    if (value == null) {
      throw damaged("it has no " + RecordFields.spelling(name));
    }
    return value;
  }

  private long number(long number, long name) {
    if (number == MISSING) {
      throw damaged("it has no " + RecordFields.spelling(name));
    }
    return number;
  }

  private StoreUnavailableException damaged(String how) {
    String which = RecordFields.spelling(kind) + (row == MISSING ? "" : " of slot " + row);
    return new StoreUnavailableException(
        "the journal has a damaged record (" + which + "): " + how);
  }
}
