package io.tenure.shard;

import java.nio.ByteBuffer;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.function.LongSupplier;

/**
 * Draws the random bits that make leaseIds unguessable. It draws them in blocks, from a generator
 * that takes only its seed from the random source of the machine. Each number of the default
 * generator costs three times as much. Owned by one loop and shared by its shards.
 */
final class SecretGenerator implements LongSupplier {

  private static final int BLOCK_BYTES = 1_024;
  private static final int SEED_BYTES = 64;

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

  /**
   * Creates the generator with an explicit seed, because the generator itself would read
   * /dev/random, which may block a loop.
   */
  private static SecureRandom generator() {
    byte[] seed = new byte[SEED_BYTES];
    SecureRandom source = new SecureRandom();
    source.nextBytes(seed);
    try {
      SecureRandom generator = SecureRandom.getInstance("DRBG");
      generator.setSeed(seed);
      return generator;
    } catch (NoSuchAlgorithmException onlyOthersAreAllowed) {
      return source;
    }
  }
}
