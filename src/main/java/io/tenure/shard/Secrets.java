package io.tenure.shard;

import java.nio.ByteBuffer;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.function.LongSupplier;

/**
 * What makes leaseIds unguessable. Drawn in blocks, from a generator that asks the source of the
 * machine for its seed alone: each number of the default one costs three times as much. Owned by
 * one loop.
 */
final class Secrets implements LongSupplier {

  private static final int BLOCK_BYTES = 1_024;

  private final SecureRandom random = generator();
  private final byte[] bytes = new byte[BLOCK_BYTES];
  private final ByteBuffer block = ByteBuffer.wrap(bytes).limit(0);

  @Override
  public long getAsLong() {
    if (!block.hasRemaining()) {
      random.nextBytes(bytes);
      block.clear();
    }
    return block.getLong();
  }

  private static SecureRandom generator() {
    try {
      return SecureRandom.getInstance("DRBG");
    } catch (NoSuchAlgorithmException everyJavaHasIt) {
      throw new IllegalStateException(everyJavaHasIt);
    }
  }
}
