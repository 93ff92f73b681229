package io.tenure.store.redis;

import io.tenure.api.EndReason;
import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import io.tenure.api.Mode;
import io.tenure.api.Value;
import io.tenure.core.Change;
import io.tenure.core.GuestShard;
import io.tenure.core.Tenure;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads records, one at a time. Names that it does not know are passed over. */
final class RecordReader {

  private byte[] record = new byte[0];
  private int at;

  private long kind;
  private int row;
  private long token;
  private long secretHigh;
  private long secretLow;
  private @Nullable Key key;
  private String text = "";
  private long millis;
  private Mode mode = Mode.EXCLUSIVE;
  private int number;
  private long hardTtlMillis;
  private long lockDelayMillis;
  private long maxLifetimeMillis;
  private @Nullable LeaseId session;
  private @Nullable Value value;
  private List<String> ids = List.of();
  private @Nullable List<GuestShard> guests;
  private long sinceSeconds;
  private EndReason how = EndReason.EXPIRED;

  void read(byte[] written) {
    record = written;
    at = 2;
    if (record.length < 2 || record[0] != RecordFields.VERSION || record[1] != ' ') {
      throw new RedisUnavailableException(
          "a record of the journal has a version that this server does not know: run the version"
              + " of Tenure that wrote it, or a later one");
    }
    reset();
    kind = name();
    while (at < record.length && record[at] == ' ') {
      at++;
      field(name());
    }
  }

  long kind() {
    return kind;
  }

  int row() {
    return row;
  }

  long token() {
    return token;
  }

  List<String> ids() {
    return ids;
  }

  /** Null when it names none: it is a record of ids. */
  Change.@Nullable Enrol enrol() {
    List<GuestShard> named = guests;
    return named == null ? null : new Change.Enrol(row, token, named);
  }

  Tenure tenure() {
    return new Tenure(
        row,
        token,
        secretHigh,
        secretLow,
        key,
        text,
        millis,
        mode,
        number,
        hardTtlMillis,
        lockDelayMillis,
        maxLifetimeMillis,
        session,
        value,
        ids,
        sinceSeconds);
  }

  Change.Revalue revalue() {
    return new Change.Revalue(row, token, value, null);
  }

  Change.EndAfterGrace endAfterGrace() {
    return new Change.EndAfterGrace(row, token, millis, text, null);
  }

  Change.End end() {
    return new Change.End(row, token, how, null, true);
  }

  Change.BeginLockDelay lockDelay() {
    Key barred = key;
    if (barred == null) {
      throw new RedisUnavailableException(
          "a bar in the journal names no key: its record is damaged");
    }
    return new Change.BeginLockDelay(barred, millis);
  }

  Change.RaiseFence fence() {
    return new Change.RaiseFence(text, token);
  }

  private void reset() {
    mode = Mode.EXCLUSIVE;
    number = -1;
    hardTtlMillis = 0;
    lockDelayMillis = 0;
    maxLifetimeMillis = 0;
    key = null;
    session = null;
    value = null;
    ids = List.of();
    guests = null;
    text = "";
  }

  private void field(long name) {
    if (name == RecordFields.SLOT) {
      row = (int) digits();
    } else if (name == RecordFields.TOKEN) {
      token = digits();
    } else if (name == RecordFields.SECRET) {
      secretHigh = hex();
      secretLow = hex();
    } else if (name == RecordFields.KEY) {
      key = Key.of(text());
    } else if (name == RecordFields.HOLDER
        || name == RecordFields.REASON
        || name == RecordFields.NAME) {
      text = text();
    } else if (name == RecordFields.TTL
        || name == RecordFields.GRACE
        || name == RecordFields.MILLIS) {
      millis = digits();
    } else if (name == RecordFields.SINCE) {
      sinceSeconds = digits();
    } else if (name == RecordFields.IDS) {
      ids = list();
    } else if (name == RecordFields.VALUE) {
      value = Value.of(raw());
    } else if (name == RecordFields.UNDER) {
      session = LeaseId.parse(text());
    } else if (name == RecordFields.HOW) {
      how = EndReason.valueOf(text().toUpperCase(Locale.ROOT));
    } else {
      rareField(name);
    }
  }

  private void rareField(long name) {
    if (name == RecordFields.MODE) {
      String spelled = text();
      mode =
          spelled.equals("shared")
              ? Mode.SHARED
              : Mode.slots(Integer.parseInt(spelled.substring(spelled.indexOf(':') + 1)));
    } else if (name == RecordFields.NUMBER) {
      number = (int) digits();
    } else if (name == RecordFields.HARD) {
      hardTtlMillis = digits();
    } else if (name == RecordFields.DELAY) {
      lockDelayMillis = digits();
    } else if (name == RecordFields.LIFE) {
      maxLifetimeMillis = digits();
    } else if (name == RecordFields.GUESTS) {
      guests = guests();
    } else {
      at = wordEnd();
    }
  }

  /**
   * The letters up to the equals sign or the end of the word, as {@link RecordFields} packs them.
   */
  private long name() {
    long packed = 0;
    while (at < record.length && record[at] != ' ') {
      if (record[at] == '=') {
        at++;
        break;
      }
      packed = packed << 8 | record[at++];
    }
    return packed;
  }

  private long digits() {
    boolean negative = at < record.length && record[at] == '-';
    if (negative) {
      at++;
    }
    long sum = 0;
    while (at < record.length && record[at] >= '0' && record[at] <= '9') {
      sum = sum * 10 + record[at++] - '0';
    }
    return negative ? -sum : sum;
  }

  private long hex() {
    long bits = 0;
    for (int digit = 0; digit < Long.BYTES * 2; digit++) {
      bits = bits << 4 | Character.digit(record[at++], 16);
    }
    return bits;
  }

  private int wordEnd() {
    int end = at;
    while (end < record.length && record[end] != ' ') {
      end++;
    }
    return end;
  }

  private String text() {
    int end = wordEnd();
    String read = text(end);
    at = end;
    return read;
  }

  private String text(int end) {
    for (int look = at; look < end; look++) {
      if (record[look] == '%') {
        return new String(raw(end), StandardCharsets.UTF_8);
      }
    }
    return new String(record, at, end - at, StandardCharsets.ISO_8859_1);
  }

  private byte[] raw() {
    int end = wordEnd();
    byte[] read = raw(end);
    at = end;
    return read;
  }

  private byte[] raw(int end) {
    byte[] read = new byte[end - at];
    int length = 0;
    for (int look = at; look < end; look++) {
      if (record[look] == '%') {
        read[length++] =
            (byte)
                (Character.digit(record[look + 1], 16) << 4
                    | Character.digit(record[look + 2], 16));
        look += 2;
      } else {
        read[length++] = record[look];
      }
    }
    return Arrays.copyOf(read, length);
  }

  private List<GuestShard> guests() {
    List<GuestShard> read = new ArrayList<>();
    while (at < record.length && record[at] != ' ') {
      int shard = (int) digits();
      at++;
      read.add(new GuestShard(shard, digits()));
      at++;
    }
    if (!read.isEmpty()) {
      at--;
    }
    return List.copyOf(read);
  }

  private List<String> list() {
    List<String> read = new ArrayList<>();
    int end = wordEnd();
    while (true) {
      int comma = at;
      while (comma < end && record[comma] != ',') {
        comma++;
      }
      read.add(text(comma));
      at = comma + 1;
      if (comma == end) {
        at = end;
        return List.copyOf(read);
      }
    }
  }
}
