package io.tenure.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.tenure.api.OperatorRequest;
import io.tenure.shard.ShardReport;
import io.tenure.shard.ShardReport.Store;
import io.tenure.shard.ShardState;
import io.tenure.wire.Problem;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ShardListWriterTest {

  private static ShardReport standingBy(int shard, String owner) {
    return new ShardReport(shard, ShardState.STANDING_BY, owner, 0, Store.ANSWERS, "", null);
  }

  @Test
  void anOperatorWhoAsksTheWrongServerIsToldWhichToAsk() {
    List<ShardReport> reports = List.of(standingBy(0, "node-a"), standingBy(1, ""));

    Problem named =
        Objects.requireNonNull(
            ShardListWriter.elsewhere(reports, new OperatorRequest.EndQuarantine(0, "r")));
    assertEquals("the server node-a owns shard 0: ask it", named.detail());
    assertNull(ShardListWriter.elsewhere(reports, new OperatorRequest.EndQuarantine(1, "r")));
  }

  @Test
  void anOperatorWhoAsksTooEarlyIsToldToAskAgain() {
    ShardReport waiting =
        new ShardReport(0, ShardState.AWAITING_OPENING, "me", 1, Store.ANSWERS, "waits 3 s", null);

    Problem early =
        Objects.requireNonNull(
            ShardListWriter.elsewhere(List.of(waiting), new OperatorRequest.EndQuarantine(0, "r")));
    assertEquals("shard 0 waits 3 s; its quarantine begins then: ask again", early.detail());
  }
}
