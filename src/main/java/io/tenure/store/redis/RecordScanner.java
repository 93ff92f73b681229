package io.tenure.store.redis;

import io.tenure.core.SessionGuestShard;
import io.tenure.core.TenureImage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Walks once through the bytes of one record. Throws where they are none that we wrote. */
final class RecordScanner {

  /** One more may be too many for a long, which shows by its sign. */
  private static final int DIGITS_MAX = 19;

  private final byte[] record;
  private int at;

  RecordScanner(byte[] record, int from) {
    this.record = record;
    at = from;
  }

  /** Steps over the space in front of the next field; false at the end. */
  boolean hasNext() {
    if (at == record.length) {
      return false;
    }
    expect(' ');
    return true;
  }

  /**
   * The letters up to the equals sign or the end of the word, as {@link RecordFields} packs them.
   */
  long name() {
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

  /** Passes over a field that no reader knows. */
  void skip() {
    at = fieldEnd();
  }

  long number() {
    boolean negative = at < record.length && record[at] == '-';
    if (negative) {
      at++;
    }
    int from = at;
    long sum = 0;
    while (at < record.length && record[at] >= '0' && record[at] <= '9') {
      sum = sum * 10 + record[at++] - '0';
    }
    if (at == from || at - from > DIGITS_MAX || sum < 0) {
      throw new IllegalArgumentException("is no number");
    }
    return negative ? -sum : sum;
  }

  /** A number from 0 to {@code max}. */
  int number(int max) {
    long number = number();
    if (number < 0 || number > max) {
      throw new IllegalArgumentException("is " + number);
    }
    return (int) number;
  }

  TenureImage.Secret secret() {
    return new TenureImage.Secret(hex(Long.BYTES), hex(Long.BYTES));
  }

  String text() {
    int end = fieldEnd();
    String text = text(end);
    at = end;
    return text;
  }

  byte[] bytes() {
    int end = fieldEnd();
    byte[] bytes = bytes(end);
    at = end;
    return bytes;
  }

  List<String> texts() {
    List<String> texts = new ArrayList<>();
    int end = fieldEnd();
    while (true) {
      int comma = at;
      while (comma < end && record[comma] != ',') {
        comma++;
      }
      texts.add(text(comma));
      at = comma + 1;
      if (comma == end) {
        at = end;
        return List.copyOf(texts);
      }
    }
  }

  List<SessionGuestShard> guests() {
    List<SessionGuestShard> guests = new ArrayList<>();
    int end = fieldEnd();
    while (at < end) {
      if (!guests.isEmpty()) {
        expect(',');
      }
      int shard = number(Integer.MAX_VALUE);
      expect(':');
      guests.add(new SessionGuestShard(shard, number()));
    }
    return List.copyOf(guests);
  }

  private void expect(char separator) {
    if (at >= record.length || record[at] != separator) {
      throw new IllegalArgumentException("goes on after its end");
    }
    at++;
  }

  private int fieldEnd() {
    int end = at;
    while (end < record.length && record[end] != ' ') {
      end++;
    }
    return end;
  }

  private String text(int end) {
    for (int look = at; look < end; look++) {
      if (record[look] == '%') {
        return new String(bytes(end), StandardCharsets.UTF_8);
      }
    }
    return new String(record, at, end - at, StandardCharsets.ISO_8859_1);
  }

  private byte[] bytes(int end) {
    byte[] bytes = new byte[end - at];
    int length = 0;
    while (at < end) {
      byte octet = record[at++];
      bytes[length++] = octet == '%' ? (byte) hex(1) : octet;
    }
    return Arrays.copyOf(bytes, length);
  }

  /** So many bytes, of two digits each. */
  private long hex(int bytes) {
    long bits = 0;
    for (int digits = 2 * bytes; digits > 0; digits--) {
      int digit = at < record.length ? Character.digit(record[at], 16) : -1;
      if (digit < 0) {
        throw new IllegalArgumentException("is not hexadecimal");
      }
      at++;
      bits = bits << 4 | digit;
    }
    return bits;
  }
}
