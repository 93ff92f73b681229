package io.tenure.api;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Comparator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The opaque name of a lease (a leaseId) or of a session. It locates the row without a hash of the
 * key. A caller with its secret may renew and release.
 */
public record LeaseId(int shard, int row, int generation, long secretHigh, long secretLow)
    implements Comparable<LeaseId> {

  private static final Comparator<LeaseId> ORDER =
      Comparator.comparingLong(LeaseId::secretHigh)
          .thenComparingLong(LeaseId::secretLow)
          .thenComparingInt(LeaseId::row)
          .thenComparingInt(LeaseId::shard)
          .thenComparingInt(LeaseId::generation);

  public static final int GENERATION_BITS = 24;
  public static final int GENERATION_MASK = (1 << GENERATION_BITS) - 1;
  private static final int BYTES = 2 + 4 + 3 + 16;
  private static final Base64.Encoder SPELLING = Base64.getUrlEncoder().withoutPadding();

  /** The generation of the lease that has this token. */
  public static int generationOf(long token) {
    return (int) token & GENERATION_MASK;
  }

  /** The text on the wire. This text is a credential: keep it out of logs, events and listings. */
  public String text() {
    ByteBuffer bytes = ByteBuffer.allocate(BYTES);
    bytes.putShort((short) shard).putInt(row);
    bytes.put((byte) (generation >>> 16)).putShort((short) generation);
    bytes.putLong(secretHigh).putLong(secretLow);
    return SPELLING.encodeToString(bytes.array());
  }

  /**
   * Returns the leaseId with this {@code text}, or null when no leaseId of Tenure has such a text.
   */
  public static @Nullable LeaseId parse(String text) {
    byte[] decoded;
    try {
      decoded = Base64.getUrlDecoder().decode(text);
    } catch (IllegalArgumentException notBase64) {
      return null;
    }
    if (decoded.length != BYTES || text.endsWith("=")) {
      return null;
    }
    ByteBuffer bytes = ByteBuffer.wrap(decoded);
    int shard = bytes.getShort() & 0xffff;
    int row = bytes.getInt();
    int generation = (bytes.get() & 0xff) << 16 | bytes.getShort() & 0xffff;
    return new LeaseId(shard, row, generation, bytes.getLong(), bytes.getLong());
  }

  /** Orders ids, so that a hash map under attack falls back to a tree and not to a list. */
  @Override
  public int compareTo(LeaseId other) {
    return ORDER.compare(this, other);
  }

  @Override
  public int hashCode() {
    return Objects.hash(row, secretHigh, secretLow);
  }

  /** Names the row, but not the secret. */
  @Override
  public String toString() {
    return "Handle[shard=" + shard + ", row=" + row + "]";
  }
}
