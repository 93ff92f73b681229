package io.tenure.core;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** How an event lies among bytes: its numbers, then key, holder, reason and value. */
final class EventBytes {

  private static final int REVISION = 0;
  private static final int TOKEN = REVISION + Long.BYTES;
  private static final int AT_SECONDS = TOKEN + Long.BYTES;
  private static final int SLOT = AT_SECONDS + Long.BYTES;
  private static final int KIND = SLOT + Integer.BYTES;
  private static final int LENGTH = KIND + Integer.BYTES;
  private static final int TEXTS = LENGTH + Integer.BYTES;

  /** Of a value that is absent. */
  private static final int NOTHING = -1;

  private static final Event.Kind[] KINDS = Event.Kind.values();

  private EventBytes() {}

  static byte[] of(Event event) {
    byte[] key = event.key().utf8();
    byte[] holder = event.holder().getBytes(StandardCharsets.UTF_8);
    byte[] reason = event.reason().getBytes(StandardCharsets.UTF_8);
    byte[] value = event.value() == null ? null : event.value().bytes();
    int length = TEXTS + size(key) + size(holder) + size(reason) + size(value);
    byte[] bytes = new byte[length];
    Bytes.writeLong(bytes, REVISION, event.revision());
    Bytes.writeLong(bytes, TOKEN, event.token());
    Bytes.writeLong(bytes, AT_SECONDS, event.atSeconds());
    Bytes.writeInt(bytes, SLOT, event.slot());
    Bytes.writeInt(bytes, KIND, event.kind().ordinal());
    Bytes.writeInt(bytes, LENGTH, length);
    write(bytes, write(bytes, write(bytes, write(bytes, TEXTS, key), holder), reason), value);
    return bytes;
  }

  static long revision(byte[] tape, int at) {
    return Bytes.readLong(tape, at + REVISION);
  }

  static long atSeconds(byte[] tape, int at) {
    return Bytes.readLong(tape, at + AT_SECONDS);
  }

  static int length(byte[] tape, int at) {
    return Bytes.readInt(tape, at + LENGTH);
  }

  static Event read(byte[] tape, int at) {
    int holder = behind(tape, at + TEXTS);
    int reason = behind(tape, holder);
    int value = behind(tape, reason);
    return new Event(
        revision(tape, at),
        KINDS[Bytes.readInt(tape, at + KIND)],
        Key.owning(bytes(tape, at + TEXTS)),
        text(tape, holder),
        Bytes.readLong(tape, at + TOKEN),
        Bytes.readInt(tape, at + SLOT),
        text(tape, reason),
        Bytes.readInt(tape, value) == NOTHING ? null : Value.of(bytes(tape, value)),
        atSeconds(tape, at));
  }

  private static int size(byte @Nullable [] text) {
    return Integer.BYTES + (text == null ? 0 : text.length);
  }

  private static int write(byte[] bytes, int at, byte @Nullable [] text) {
    Bytes.writeInt(bytes, at, text == null ? NOTHING : text.length);
    if (text != null) {
      System.arraycopy(text, 0, bytes, at + Integer.BYTES, text.length);
    }
    return at + size(text);
  }

  private static int behind(byte[] tape, int text) {
    return text + Integer.BYTES + Math.max(0, Bytes.readInt(tape, text));
  }

  private static byte[] bytes(byte[] tape, int text) {
    return Arrays.copyOfRange(tape, text + Integer.BYTES, behind(tape, text));
  }

  private static String text(byte[] tape, int text) {
    return new String(
        tape, text + Integer.BYTES, Bytes.readInt(tape, text), StandardCharsets.UTF_8);
  }
}
