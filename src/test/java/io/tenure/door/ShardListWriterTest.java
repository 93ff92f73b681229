package io.tenure.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.tenure.api.OperatorRequest;
import io.tenure.shard.ShardStage;
import io.tenure.shard.ShardState;
import io.tenure.shard.ShardState.Store;
import io.tenure.wire.Problem;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ShardListWriterTest {

  private static ShardState standingBy(int shard, String owner) {
    return new ShardState(shard, ShardStage.STANDING_BY, owner, 0, Store.ANSWERS, "", null);
  }

  @Test
  void anOperatorWhoAsksTheWrongServerIsToldWhichToAsk() {
    List<ShardState> states = List.of(standingBy(0, "node-a"), standingBy(1, ""));

    Problem named =
        Objects.requireNonNull(
            ShardListWriter.elsewhere(states, new OperatorRequest.EndQuarantine(0, "r")));
    assertEquals("the server node-a owns shard 0: ask it", named.detail());
    assertNull(ShardListWriter.elsewhere(states, new OperatorRequest.EndQuarantine(1, "r")));
  }

  @Test
  void anOperatorWhoAsksTooEarlyIsToldToAskAgain() {
    ShardState waiting =
        new ShardState(0, ShardStage.AWAITING_OPENING, "me", 1, Store.ANSWERS, "waits 3 s", null);

    Problem early =
        Objects.requireNonNull(
            ShardListWriter.elsewhere(List.of(waiting), new OperatorRequest.EndQuarantine(0, "r")));
    assertEquals("shard 0 waits 3 s; its quarantine begins then: ask again", early.detail());
  }
}
