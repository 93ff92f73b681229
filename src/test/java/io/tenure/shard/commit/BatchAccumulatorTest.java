package io.tenure.shard.commit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.Limits;
import io.tenure.api.Value;
import io.tenure.core.Change;
import org.junit.jupiter.api.Test;

/** Checks that changes waiting for the store are limited in bytes and in number. */
final class BatchAccumulatorTest {

  private static final Change LONG =
      new Change.Revalue(1, 1, Value.of(new byte[Limits.VALUE_BYTES_MAX]), null);

  private final BatchAccumulator accumulator = new BatchAccumulator();

  @Test
  void aBatchOfLongValuesIsBoundedByTheirBytes() {
    int fitting = BatchAccumulator.BATCH_BYTES_MAX / LONG.bytes();
    takeTurns(fitting + 1);

    assertTrue(fitting < BatchAccumulator.BATCH_MAX);
    assertEquals(fitting, accumulator.takeBatch().size());
    assertEquals(1, accumulator.takeBatch().size());
    assertTrue(accumulator.isEmpty());
  }

  @Test
  void aTurnThatIsLargerThanABatchGoesAloneAndWhole() {
    int large = 2 * BatchAccumulator.BATCH_BYTES_MAX / LONG.bytes();
    for (int change = 0; change < large; change++) {
      accumulator.add(LONG);
    }
    accumulator.endTurn();
    takeTurns(1);

    assertEquals(large, accumulator.takeBatch().size());
    assertEquals(1, accumulator.takeBatch().size());
  }

  @Test
  void itIsFullOfBytesUntilABatchIsTaken() {
    int fitting = BatchAccumulator.WAITING_BYTES_MAX / LONG.bytes();
    takeTurns(fitting);
    assertFalse(accumulator.full());
    takeTurns(1);
    assertTrue(accumulator.full());

    accumulator.takeBatch();
    assertFalse(accumulator.full());
    takeTurns(BatchAccumulator.BATCH_MAX);
    assertTrue(accumulator.full());
    accumulator.clear();
    assertFalse(accumulator.full());
  }

  private void takeTurns(int count) {
    for (int turn = 0; turn < count; turn++) {
      accumulator.add(LONG);
      accumulator.endTurn();
    }
  }
}
