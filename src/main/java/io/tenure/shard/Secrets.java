package io.tenure.shard;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.function.LongSupplier;

/**
 * What makes leaseIds unguessable. Drawn in blocks: the source of the machine is asked once for
 * many. Owned by one loop.
 */
final class Secrets implements LongSupplier {

  private static final int BLOCK_BYTES = 1_024;

  private final SecureRandom random = new SecureRandom();
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
}
