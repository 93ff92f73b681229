package io.tenure.store.redis;

import io.tenure.api.LeaseId;
import io.tenure.api.Mode;
import io.tenure.api.Value;
import io.tenure.core.Change;
import io.tenure.core.GuestShard;
import io.tenure.core.Tenure;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Writes records, one at a time. Owned by whoever made it. */
final class RecordWriter {

  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.ISO_8859_1);
  private static final int DIGITS_MAX = 20;
  private static final int USUAL_BYTES = 512;

  private byte[] bytes = new byte[USUAL_BYTES];
  private int length;

  byte[] tenure(Tenure tenure) {
    begin(tenure.key() == null ? "session" : "lease");
    word(" slot=").number(tenure.slot());
    word(" token=").number(tenure.token());
    word(" secret=").hex(tenure.secretHigh()).hex(tenure.secretLow());
    if (tenure.key() != null) {
      word(" key=").escaped(tenure.key().bytes());
    }
    word(" holder=").text(tenure.holder());
    word(" ttl=").number(tenure.ttlMillis());
    mode(tenure.mode());
    unless(-1, " number=", tenure.slotNumber());
    unless(0, " hard=", tenure.hardTtlMillis());
    unless(0, " delay=", tenure.lockDelayMillis());
    unless(0, " life=", tenure.maxLifetimeMillis());
    LeaseId session = tenure.session();
    if (session != null) {
      word(" under=").text(session.text());
    }
    Value value = tenure.value();
    if (value != null) {
      word(" value=").escaped(value.bytes());
    }
    if (!tenure.requestIds().isEmpty()) {
      word(" ids=").list(tenure.requestIds());
    }
    word(" since=").number(tenure.sinceSeconds());
    return done();
  }

  byte[] revalue(Change.Revalue revalue) {
    of("value", revalue.slot(), revalue.token());
    Value value = revalue.value();
    if (value != null) {
      word(" value=").escaped(value.bytes());
    }
    return done();
  }

  byte[] doom(Change.Doom doom) {
    of("doom", doom.slot(), doom.token());
    word(" grace=").number(doom.graceMillis());
    word(" reason=").text(doom.reason());
    return done();
  }

  /** Of the kind of ids: a server from before there were guests passes over what it finds here. */
  byte[] enrol(Change.Enrol enrol) {
    of("ids", enrol.slot(), enrol.token());
    word(" guests=");
    for (int at = 0; at < enrol.guests().size(); at++) {
      GuestShard guest = enrol.guests().get(at);
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
    of("end", end.slot(), end.token());
    word(" how=").word(end.how().name().toLowerCase(Locale.ROOT));
    return done();
  }

  /** All of the record of ids but the ids, which the script adds. */
  byte[] idsHead(int slot, long token) {
    of("ids", slot, token);
    word(" ids=");
    return done();
  }

  byte[] id(String requestId) {
    length = 0;
    text(requestId);
    return done();
  }

  byte[] bar(Change.Bar bar) {
    begin("bar");
    word(" key=").escaped(bar.key().bytes());
    word(" millis=").number(bar.millis());
    return done();
  }

  byte[] fence(Change.RaiseFence raise) {
    begin("fence");
    word(" name=").text(raise.fence());
    word(" token=").number(raise.token());
    return done();
  }

  private void of(String kind, int slot, long token) {
    begin(kind);
    word(" slot=").number(slot);
    word(" token=").number(token);
  }

  private void begin(String kind) {
    length = 0;
    octet(RecordFields.VERSION);
    octet((byte) ' ');
    word(kind);
  }

  private byte[] done() {
    return Arrays.copyOf(bytes, length);
  }

  private void mode(Mode mode) {
    switch (mode.kind()) {
      case EXCLUSIVE -> {}
      case SHARED -> word(" mode=shared");
      case SLOTS -> word(" mode=slots:").number(mode.slots());
    }
  }

  private void unless(long usual, String name, long number) {
    if (number != usual) {
      word(name).number(number);
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
  private RecordWriter word(String ascii) {
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
      word(Long.toString(number));
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
