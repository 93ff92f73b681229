package io.tenure.store.redis;

import io.tenure.api.LeaseId;
import io.tenure.api.Mode;
import io.tenure.api.Value;
import io.tenure.core.Change;
import io.tenure.core.SessionGuestShard;
import io.tenure.core.TenureImage;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Writes records of the journal, one at a time. Only the object that created a writer uses it. */
final class RecordWriter {

  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.ISO_8859_1);
  private static final int DIGITS_MAX = 20;
  private static final int USUAL_BYTES = 512;

  private byte[] bytes = new byte[USUAL_BYTES];
  private int length;

  byte[] tenure(TenureImage tenure) {
    TenureImage.Lease lease = tenure instanceof TenureImage.Lease one ? one : null;
    TenureImage.Common common = tenure.common();
    of(lease == null ? "session" : "lease", common.row(), common.token());
    ascii(" secret=").hex(common.secret().high()).hex(common.secret().low());
    if (lease != null) {
      ascii(" key=").escaped(lease.key().bytes());
    }
    ascii(" holder=").text(common.holder());
    ascii(" ttl=").number(common.ttlMillis());
    if (lease != null) {
      rareFields(lease);
    }
    if (!common.requestIds().isEmpty()) {
      ascii(" ids=").list(common.requestIds());
    }
    ascii(" since=").number(common.sinceSeconds());
    return done();
  }

  private void rareFields(TenureImage.Lease lease) {
    mode(lease.mode());
    unless(-1, " number=", lease.slotNumber());
    unless(0, " hard=", lease.times().hardTtlMillis());
    unless(0, " delay=", lease.times().lockDelayMillis());
    unless(0, " life=", lease.times().maxLifetimeMillis());
    LeaseId session = lease.session();
    if (session != null) {
      ascii(" under=").text(session.text());
    }
    Value value = lease.value();
    if (value != null) {
      ascii(" value=").escaped(value.bytes());
    }
  }

  byte[] revalue(Change.Revalue revalue) {
    of("value", revalue.row(), revalue.token());
    Value value = revalue.value();
    if (value != null) {
      ascii(" value=").escaped(value.bytes());
    }
    return done();
  }

  byte[] endAfterGrace(Change.EndAfterGrace end) {
    of("doom", end.row(), end.token());
    ascii(" grace=").number(end.graceMillis());
    ascii(" reason=").text(end.reason());
    return done();
  }

  /**
   * Writes the guests in a record of the kind {@code ids}. A server of a version without guests
   * ignores them there.
   */
  byte[] enrol(Change.Enrol enrol) {
    of("ids", enrol.row(), enrol.token());
    ascii(" guests=");
    for (int at = 0; at < enrol.guests().size(); at++) {
      SessionGuestShard guest = enrol.guests().get(at);
      if (at > 0) {
        octet((byte) ',');
      }
      number(guest.shard());
      octet((byte) ':');
      number(guest.since());
    }
    return done();
  }

  byte[] end(Change.End end) {
    of("end", end.row(), end.token());
    ascii(" how=").ascii(end.how().name().toLowerCase(Locale.ROOT));
    return done();
  }

  /** Writes all of a record of the kind {@code ids} but the ids, which the script adds. */
  byte[] idsHead(int row, long token) {
    of("ids", row, token);
    ascii(" ids=");
    return done();
  }

  byte[] id(String requestId) {
    length = 0;
    text(requestId);
    return done();
  }

  byte[] lockDelay(Change.BeginLockDelay begin) {
    begin("bar");
    ascii(" key=").escaped(begin.key().bytes());
    ascii(" millis=").number(begin.millis());
    return done();
  }

  byte[] fence(Change.RaiseFence raise) {
    begin("fence");
    ascii(" name=").text(raise.fence());
    ascii(" token=").number(raise.token());
    return done();
  }

  private void of(String kind, int row, long token) {
    begin(kind);
    ascii(" slot=").number(row);
    ascii(" token=").number(token);
  }

  private void begin(String kind) {
    length = 0;
    octet(RecordFields.VERSION);
    octet((byte) ' ');
    ascii(kind);
  }

  private byte[] done() {
    return Arrays.copyOf(bytes, length);
  }

  private void mode(Mode mode) {
    switch (mode.kind()) {
      case EXCLUSIVE -> {}
      case SHARED -> ascii(" mode=shared");
      case SLOTS -> ascii(" mode=slots:").number(mode.slots());
    }
  }

  private void unless(long usual, String name, long number) {
    if (number != usual) {
      ascii(name).number(number);
    }
  }

  private void list(List<String> texts) {
    for (int at = 0; at < texts.size(); at++) {
      if (at > 0) {
        octet((byte) ',');
      }
      text(texts.get(at));
    }
  }

  @SuppressWarnings("deprecation") // The one way to copy ASCII without a second pass.
  private RecordWriter ascii(String ascii) {
    int size = ascii.length();
    room(size);
    ascii.getBytes(0, size, bytes, length);
    length += size;
    return this;
  }

  private void octet(byte octet) {
    room(1);
    bytes[length++] = octet;
  }

  private void number(long number) {
    if (number < 0) {
      ascii(Long.toString(number));
      return;
    }
    room(DIGITS_MAX);
    int digits = 1;
    for (long rest = number / 10; rest > 0; rest /= 10) {
      digits++;
    }
    long rest = number;
    for (int at = length + digits - 1; at >= length; at--) {
      bytes[at] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    length += digits;
  }

  private RecordWriter hex(long number) {
    room(Long.BYTES * 2);
    for (int shift = Long.SIZE - 4; shift >= 0; shift -= 4) {
      bytes[length++] = HEX[(int) (number >>> shift) & 15];
    }
    return this;
  }

  private void text(String text) {
    int size = text.length();
    room(size);
    for (int at = 0; at < size; at++) {
      char letter = text.charAt(at);
      if (!RecordFields.plain(letter)) {
        length -= at;
        escaped(text.getBytes(StandardCharsets.UTF_8));
        return;
      }
      bytes[length++] = (byte) letter;
    }
  }

  private void escaped(byte[] raw) {
    room(raw.length * 3);
    for (byte octet : raw) {
      if (RecordFields.plain(octet)) {
        bytes[length++] = octet;
      } else {
        bytes[length++] = '%';
        bytes[length++] = HEX[octet >> 4 & 15];
        bytes[length++] = HEX[octet & 15];
      }
    }
  }

  private void room(int more) {
    if (bytes.length - length < more) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
    }
  }
}
