package io.tenure.loadtest.speech;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/** The small part of protocol buffers that etcd's messages need. */
final class Protobuf {

  private static final int MORE = 0x80;
  private static final int BYTES = 2;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  Protobuf number(int field, long number) {
    varint((long) field << 3);
    varint(number);
    return this;
  }

  Protobuf bytes(int field, byte[] bytes) {
    varint((long) field << 3 | BYTES);
    varint(bytes.length);
    out.writeBytes(bytes);
    return this;
  }

  byte[] done() {
    return out.toByteArray();
  }

  private void varint(long number) {
    long left = number;
    while ((left & ~0x7fL) != 0) {
      out.write((int) left | MORE);
      left >>>= 7;
    }
    out.write((int) left);
  }

  /** The number in {@code field}; 0 when it is not there, as the format has it. */
  static long number(ByteBuffer in, int from, int to, int field) {
    int at = find(in, from, to, field);
    return at < 0 ? 0 : varint(in, at);
  }

  /** The position of the value of {@code field}; -1 when it is not there. */
  static int find(ByteBuffer in, int from, int to, int field) {
    int at = from;
    while (at < to) {
      long tag = varint(in, at);
      at += size(in, at);
      if (tag >>> 3 == field) {
        return at;
      }
      at = (tag & 7) == BYTES ? end(in, at) : at + size(in, at);
    }
    return -1;
  }

  /** The end of the bytes that follow their length at {@code at}. */
  static int end(ByteBuffer in, int at) {
    return at + size(in, at) + (int) varint(in, at);
  }

  static long varint(ByteBuffer in, int at) {
    long number = 0;
    for (int shift = 0, place = at; ; shift += 7, place++) {
      number |= (in.get(place) & 0x7fL) << shift;
      if ((in.get(place) & MORE) == 0) {
        return number;
      }
    }
  }

  static int size(ByteBuffer in, int at) {
    int place = at;
    while ((in.get(place) & MORE) != 0) {
      place++;
    }
    return place + 1 - at;
  }
}
