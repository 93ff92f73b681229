package io.tenure.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.core.Change;
import io.tenure.core.Limits;
import io.tenure.core.Value;
import org.junit.jupiter.api.Test;

/** What waits for the store is bounded by its bytes as well as by its number. */
final class UnsentTest {

  private static final Change LONG =
      new Change.Revalue(1, 1, Value.of(new byte[Limits.VALUE_BYTES_MAX]), null);

  private final Unsent unsent = new Unsent();

  @Test
  void aBatchOfLongValuesIsBoundedByTheirBytes() {
    int fitting = CommitLine.BATCH_BYTES_MAX / LONG.bytes();
    takeTurns(fitting + 1);

    assertTrue(fitting < CommitLine.BATCH_MAX);
    assertEquals(fitting, unsent.takeBatch().size());
    assertEquals(1, unsent.takeBatch().size());
    assertTrue(unsent.isEmpty());
  }

  @Test
  void aTurnThatIsLargerThanABatchGoesAloneAndWhole() {
    int large = 2 * CommitLine.BATCH_BYTES_MAX / LONG.bytes();
    for (int change = 0; change < large; change++) {
      unsent.add(LONG);
    }
    unsent.endTurn();
    takeTurns(1);

    assertEquals(large, unsent.takeBatch().size());
    assertEquals(1, unsent.takeBatch().size());
  }

  @Test
  void itIsFullOfBytesUntilABatchIsTaken() {
    int fitting = CommitLine.WAITING_BYTES_MAX / LONG.bytes();
    takeTurns(fitting);
    assertFalse(unsent.full());
    takeTurns(1);
    assertTrue(unsent.full());

    unsent.takeBatch();
    assertFalse(unsent.full());
    takeTurns(CommitLine.BATCH_MAX);
    assertTrue(unsent.full());
    unsent.clear();
    assertFalse(unsent.full());
  }

  private void takeTurns(int count) {
    for (int turn = 0; turn < count; turn++) {
      unsent.add(LONG);
      unsent.endTurn();
    }
  }
}
