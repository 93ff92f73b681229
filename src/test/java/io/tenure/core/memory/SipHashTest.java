package io.tenure.core.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.tenure.api.Key;
import io.tenure.api.Limits;
import io.tenure.core.Seeded;
import io.tenure.shard.ShardHash;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/**
 * Checks SipHash-1-3 against published outputs, and against a step-by-step version of the paper.
 */
class SipHashTest {

  /** The bytes 00 to 0f, as in the reference implementation. */
  private static final byte[] REFERENCE_KEY = upTo(16);

  @Test
  void referenceTextsHashAsPublished() {
    assertEquals("dcc40f055801acab", spelled(ofReferenceKey(upTo(0))));
    assertEquals("93ca577df39bf4c9", spelled(ofReferenceKey(upTo(1))));
    assertEquals("4011b19b987d92d3", spelled(ofReferenceKey(upTo(7))));
    assertEquals("8e9a298d11959036", spelled(ofReferenceKey(upTo(8))));
    assertEquals("5699512a6dd820d3", spelled(ofReferenceKey(upTo(15))));
    assertEquals("a8b3bbb76290199d", spelled(ofReferenceKey(upTo(63))));
  }

  @Test
  void thePaperStepByStepGivesThePublishedOutputsOfSipHash24() {
    assertEquals(0x726fdb47dd0e0e31L, byThePaper(2, 4, REFERENCE_KEY, upTo(0)));
    assertEquals(0x74f839c593dc67fdL, byThePaper(2, 4, REFERENCE_KEY, upTo(1)));
    assertEquals(0xab0200f58b01d137L, byThePaper(2, 4, REFERENCE_KEY, upTo(7)));
    assertEquals(0x93f5f5799a932462L, byThePaper(2, 4, REFERENCE_KEY, upTo(8)));
    assertEquals(0xa129ca6149be45e5L, byThePaper(2, 4, REFERENCE_KEY, upTo(15)));
    assertEquals(0x958a324ceb064572L, byThePaper(2, 4, REFERENCE_KEY, upTo(63)));
  }

  @Test
  void everyLengthHashesAsThePaperSays() {
    for (int length = 0; length <= 2 * Limits.KEY_BYTES_MAX; length++) {
      byte[] text = upTo(length);
      assertEquals(byThePaper(1, 3, REFERENCE_KEY, text), ofReferenceKey(text), "length " + length);
    }
  }

  @Test
  void anyKeyAndAnyTextHashAsThePaperSays() {
    Seeded.run(
        getClass(),
        2_000,
        random -> {
          byte[] key = new byte[16];
          byte[] text = new byte[random.nextInt(100)];
          random.nextBytes(key);
          random.nextBytes(text);

          assertEquals(byThePaper(1, 3, key, text), keyed(key).of(text, 0, text.length));
        });
  }

  @Test
  void whatLiesAroundTheTextDoesNotMatter() {
    byte[] text = upTo(21);
    byte[] around = new byte[40];
    Arrays.fill(around, (byte) 0xa5);
    for (int from = 0; from + text.length <= around.length; from++) {
      byte[] page = around.clone();
      System.arraycopy(text, 0, page, from, text.length);

      assertEquals(ofReferenceKey(text), keyed(REFERENCE_KEY).of(page, from, text.length));
    }
  }

  @Test
  void anotherKeyGivesAnotherHash() {
    byte[] text = upTo(9);

    assertNotEquals(new SipHash(1, 2).of(text, 0, 9), new SipHash(2, 1).of(text, 0, 9));
  }

  @Test
  void theRouteOfAKeyNeverChanges() {
    byte[] name = "jobs/nightly".getBytes(StandardCharsets.UTF_8);
    byte[] routing =
        ByteBuffer.allocate(16)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putLong(0x74656e7572652e69L)
            .putLong(0x6f20736861726473L)
            .array();

    assertEquals(byThePaper(1, 3, routing, name), ShardHash.hash(Key.of("jobs/nightly")));
  }

  private static long ofReferenceKey(byte[] text) {
    return keyed(REFERENCE_KEY).of(text, 0, text.length);
  }

  private static SipHash keyed(byte[] key) {
    ByteBuffer words = ByteBuffer.wrap(key).order(ByteOrder.LITTLE_ENDIAN);
    return new SipHash(words.getLong(), words.getLong());
  }

  private static byte[] upTo(int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) i;
    }
    return bytes;
  }

  private static String spelled(long hash) {
    byte[] bytes = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(hash).array();
    return HexFormat.of().formatHex(bytes);
  }

  /** SipHash-c-d: four words of state, c rounds for each word of the text, d rounds at the end. */
  private static long byThePaper(int c, int d, byte[] key, byte[] text) {
    ByteBuffer keyWords = ByteBuffer.wrap(key).order(ByteOrder.LITTLE_ENDIAN);
    long low = keyWords.getLong();
    long high = keyWords.getLong();
    long[] v = {
      low ^ 0x736f6d6570736575L,
      high ^ 0x646f72616e646f6dL,
      low ^ 0x6c7967656e657261L,
      high ^ 0x7465646279746573L
    };
    byte[] padded = Arrays.copyOf(text, text.length / 8 * 8 + 8);
    padded[padded.length - 1] = (byte) text.length;
    ByteBuffer words = ByteBuffer.wrap(padded).order(ByteOrder.LITTLE_ENDIAN);
    while (words.hasRemaining()) {
      long word = words.getLong();
      v[3] ^= word;
      rounds(c, v);
      v[0] ^= word;
    }
    v[2] ^= 0xff;
    rounds(d, v);
    return v[0] ^ v[1] ^ v[2] ^ v[3];
  }

  private static void rounds(int count, long[] v) {
    for (int i = 0; i < count; i++) {
      half(v, 0, 1, 13);
      v[0] = Long.rotateLeft(v[0], 32);
      half(v, 2, 3, 16);
      half(v, 0, 3, 21);
      half(v, 2, 1, 17);
      v[2] = Long.rotateLeft(v[2], 32);
    }
  }

  private static void half(long[] v, int a, int b, int bits) {
    v[a] += v[b];
    v[b] = Long.rotateLeft(v[b], bits) ^ v[a];
  }
}
