package io.tenure.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SecretGeneratorTest {

  private static final int DRAWN = 10_000;

  /** Draws secrets of one shard and of another, over many blocks. */
  @Test
  void noneComesTwice() {
    SecretGenerator one = new SecretGenerator();
    SecretGenerator other = new SecretGenerator();
    Set<Long> drawn = new HashSet<>();
    for (int each = 0; each < DRAWN; each++) {
      drawn.add(one.getAsLong());
      drawn.add(other.getAsLong());
    }

    assertEquals(2 * DRAWN, drawn.size());
  }
}
