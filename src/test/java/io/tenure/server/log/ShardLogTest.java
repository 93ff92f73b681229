package io.tenure.server.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.event.Level;

/** Checks that the log reports the begin and the end of each trouble of a shard, once. */
class ShardLogTest {

  private final Throwable ranOut = new IllegalStateException("the ownership ran out");

  private final List<String> lines = new ArrayList<>();
  private final ShardLog log =
      new ShardLog(
          3, new LineLoggers(line -> lines.add(line.says()), Level.INFO).getLogger("shard"));

  @Test
  void theLastShardThatIsServedSaysSoForAll() {
    log.serves(0, 1, 0);
    log.serves(1, 1, 0);
    assertEquals(List.of(), lines);
    assertFalse(log.settled().isComplete());
    log.serves(2, 1, 0);

    assertEquals(List.of("all 3 shards are served here"), lines);
    assertTrue(log.settled().result());
  }

  @Test
  void anOutageIsOneTroubleForAllShards() {
    serveAll();
    for (int shard = 0; shard < 3; shard++) {
      log.holdsBack(shard, true);
    }
    for (int shard = 0; shard < 3; shard++) {
      log.holdsBack(shard, false);
    }

    assertEquals(
        List.of(
            "the store does not answer: grants wait, renewals go on", "the store answers again"),
        lines);
  }

  @Test
  void theNextOutageAfterAStepDownIsToldToo() {
    serveAll();
    log.holdsBack(0, true);
    log.stepsDown(0, ranOut);
    log.serves(0, 2, 0);
    lines.clear();
    log.holdsBack(0, true);
    log.holdsBack(0, false);

    assertEquals(
        List.of(
            "the store does not answer: grants wait, renewals go on", "the store answers again"),
        lines);
  }

  @Test
  void aLossAfterAStepDownWhileEverythingWasWrittenIsToldToo() {
    serveAll();
    log.writesAnew(0);
    log.stepsDown(0, ranOut);
    log.serves(0, 2, 0);
    lines.clear();
    log.writesAnew(0);
    log.wroteAnew(0);

    assertEquals(
        List.of(
            "the store has lost durable data: this server writes it again from memory",
            "the store has all data again"),
        lines);
  }

  @Test
  void aQuarantineOfALaterReignIsToldToo() {
    log.serves(0, 1, 5_000);
    log.serves(1, 1, 5_000);
    log.serves(2, 1, 5_000);
    log.stepsDown(0, ranOut);
    log.stepsDown(1, ranOut);
    log.stepsDown(2, ranOut);
    lines.clear();
    log.serves(0, 2, 3_000);

    assertEquals(
        List.of(
            "the store may have lost leases: nothing is granted for 3000 ms, renewals go on;"
                + " `tenure shards` shows each shard, and why"),
        lines);
  }

  @Test
  void whatStandsInTheWayIsNamed() {
    log.waits(1, new IllegalStateException("owned by another"));
    log.waits(2, new IllegalStateException("owned by another"));

    assertEquals(List.of("this server cannot own shard 1 yet: owned by another"), lines);
    assertFalse(log.settled().result());
  }

  @Test
  void aTroubleThatLastsIsToldOnceAndAnotherToo() {
    log.waits(1, new IllegalStateException("owned by another, for 2900 ms"));
    for (int second = 0; second < 10; second++) {
      for (int shard = 0; shard < 3; shard++) {
        log.waits(shard, new IllegalStateException("shard " + shard + ": the clock is mad"));
      }
    }

    assertEquals(
        List.of(
            "this server cannot own shard 1 yet: owned by another, for 2900 ms",
            "this server cannot own shard 0 yet: shard 0: the clock is mad"),
        lines);
    serveAll();
    log.staysInItsEpoch(2, new IllegalStateException("shard 2: the clock is mad"));
    log.staysInItsEpoch(1, new IllegalStateException("shard 1: the clock is mad"));
    assertEquals(List.of("shard 2 cannot claim its next epoch: shard 2: the clock is mad"), lines);
  }

  private void serveAll() {
    for (int shard = 0; shard < 3; shard++) {
      log.serves(shard, 1, 0);
    }
    lines.clear();
  }
}
