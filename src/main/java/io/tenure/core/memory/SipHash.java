package io.tenure.core.memory;

/** SipHash-1-3, a keyed hash. A caller that chooses the hashed texts cannot prepare collisions. */
public final class SipHash {

  private final long high;
  private final long low;

  public SipHash(long high, long low) {
    this.high = high;
    this.low = low;
  }

  public long of(byte[] text, int from, int length) {
    long v0 = high ^ 0x736f6d6570736575L;
    long v1 = low ^ 0x646f72616e646f6dL;
    long v2 = high ^ 0x6c7967656e657261L;
    long v3 = low ^ 0x7465646279746573L;
    int rounds = (length >>> 3) + 1;
    int at = from;
    for (int round = 0; round < rounds + 3; round++) {
      long word = 0;
      if (round < rounds - 1) {
        word = ByteIntegers.readLong(text, at);
        at += 8;
      } else if (round == rounds - 1) {
        word = lastWord(text, at, from + length, length);
      } else if (round == rounds) {
        v2 ^= 0xff;
      }
      v3 ^= word;
      v0 += v1;
      v2 += v3;
      v1 = Long.rotateLeft(v1, 13) ^ v0;
      v3 = Long.rotateLeft(v3, 16) ^ v2;
      v0 = Long.rotateLeft(v0, 32);
      v2 += v1;
      v0 += v3;
      v1 = Long.rotateLeft(v1, 17) ^ v2;
      v3 = Long.rotateLeft(v3, 21) ^ v0;
      v2 = Long.rotateLeft(v2, 32);
      v0 ^= word;
    }
    return v0 ^ v1 ^ v2 ^ v3;
  }

  private static long lastWord(byte[] text, int from, int end, int length) {
    long word = (long) length << 56;
    for (int at = from, shift = 0; at < end; at++, shift += 8) {
      word |= (text[at] & 0xffL) << shift;
    }
    return word;
  }
}
