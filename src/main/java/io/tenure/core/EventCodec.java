package io.tenure.core;

import io.tenure.api.Holding;
import io.tenure.api.Key;
import io.tenure.api.LeaseEvent;
import io.tenure.api.Value;
import io.tenure.core.memory.ByteIntegers;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Encodes events as bytes: first the numbers, then key, holder, reason and value. */
final class EventCodec {

  private static final int REVISION = 0;
  private static final int TOKEN = REVISION + Long.BYTES;
  private static final int AT_SECONDS = TOKEN + Long.BYTES;
  private static final int SLOT = AT_SECONDS + Long.BYTES;
  private static final int KIND = SLOT + Integer.BYTES;
  private static final int LENGTH = KIND + Integer.BYTES;
  private static final int TEXTS = LENGTH + Integer.BYTES;

  /** The length that marks an absent value. */
  private static final int NOTHING = -1;

  private static final LeaseEvent.Kind[] KINDS = LeaseEvent.Kind.values();

  private EventCodec() {}

  static byte[] of(LeaseEvent event) {
    byte[] key = event.key().utf8();
    byte[] holder = event.holder().getBytes(StandardCharsets.UTF_8);
    byte[] reason = event.reason().getBytes(StandardCharsets.UTF_8);
    byte[] value = event.value() == null ? null : event.value().bytes();
    int length = TEXTS + size(key) + size(holder) + size(reason) + size(value);
    byte[] bytes = new byte[length];
    ByteIntegers.writeLong(bytes, REVISION, event.revision());
    ByteIntegers.writeLong(bytes, TOKEN, event.token());
    ByteIntegers.writeLong(bytes, AT_SECONDS, event.atSeconds());
    ByteIntegers.writeInt(bytes, SLOT, event.slot());
    ByteIntegers.writeInt(bytes, KIND, event.kind().ordinal());
    ByteIntegers.writeInt(bytes, LENGTH, length);
    write(bytes, write(bytes, write(bytes, write(bytes, TEXTS, key), holder), reason), value);
    return bytes;
  }

  static long revision(byte[] tape, int at) {
    return ByteIntegers.readLong(tape, at + REVISION);
  }

  static long atSeconds(byte[] tape, int at) {
    return ByteIntegers.readLong(tape, at + AT_SECONDS);
  }

  static int length(byte[] tape, int at) {
    return ByteIntegers.readInt(tape, at + LENGTH);
  }

  static LeaseEvent read(byte[] tape, int at) {
    int holder = behind(tape, at + TEXTS);
    int reason = behind(tape, holder);
    int value = behind(tape, reason);
    return new LeaseEvent(
        revision(tape, at),
        KINDS[ByteIntegers.readInt(tape, at + KIND)],
        new Holding(
            Key.owning(bytes(tape, at + TEXTS)),
            text(tape, holder),
            ByteIntegers.readLong(tape, at + TOKEN),
            ByteIntegers.readInt(tape, at + SLOT)),
        text(tape, reason),
        ByteIntegers.readInt(tape, value) == NOTHING ? null : Value.of(bytes(tape, value)),
        atSeconds(tape, at));
  }

  private static int size(byte @Nullable [] text) {
    return Integer.BYTES + (text == null ? 0 : text.length);
  }

  private static int write(byte[] bytes, int at, byte @Nullable [] text) {
    ByteIntegers.writeInt(bytes, at, text == null ? NOTHING : text.length);
    if (text != null) {
      System.arraycopy(text, 0, bytes, at + Integer.BYTES, text.length);
    }
    return at + size(text);
  }

  private static int behind(byte[] tape, int text) {
    return text + Integer.BYTES + Math.max(0, ByteIntegers.readInt(tape, text));
  }

  private static byte[] bytes(byte[] tape, int text) {
    return Arrays.copyOfRange(tape, text + Integer.BYTES, behind(tape, text));
  }

  private static String text(byte[] tape, int text) {
    return new String(
        tape, text + Integer.BYTES, ByteIntegers.readInt(tape, text), StandardCharsets.UTF_8);
  }
}
