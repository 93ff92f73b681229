package io.tenure.door.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.core.TableStats;
import io.tenure.shard.ShardReport;
import io.tenure.shard.ShardReport.Store;
import io.tenure.shard.ShardState;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReadinessReasonsTest {

  @Test
  void shardsThatFollowEachOtherAreNamedTogether() {
    assertEquals("shard 3", ReadinessReasons.names(List.of(3)));
    assertEquals("shards 3, 7 to 9, 11", ReadinessReasons.names(List.of(3, 7, 8, 9, 11)));
    assertTrue(
        ReadinessReasons.names(IntStream.range(0, 100).map(shard -> shard * 2).boxed().toList())
            .endsWith("14 and 92 more"));
  }

  @Test
  void eachKindOfTroubleIsOneSentence() {
    List<ShardReport> reports = new ArrayList<>();
    reports.add(report(0, ShardState.SERVING, Store.ANSWERS));
    reports.add(report(1, ShardState.LOADING, Store.ANSWERS));
    reports.add(report(2, ShardState.STANDING_BY, Store.ANSWERS));
    reports.add(report(3, ShardState.WAITING, Store.AWAY));
    reports.add(report(4, ShardState.SERVING, Store.AWAY));
    reports.add(report(5, ShardState.SERVING, Store.WRITTEN_ANEW));

    assertEquals(
        List.of(
            "shard 1 is being loaded",
            "shard 2 is owned by another server",
            "the store redis://r does not answer: shards 3 to 4 are waiting for it",
            "the store redis://r lost durable data: shard 5 is written again from memory"),
        new ReadinessReasons(reports).reasons("redis://r"));
  }

  @Test
  void claimsThatFailAndTheLongestQuarantineAreToldWithTheirReasons() {
    List<ShardReport> reports = new ArrayList<>();
    for (int shard = 0; shard < 6; shard++) {
      String note = shard < 3 ? "the clock is mad" : "no disk " + shard;
      reports.add(new ShardReport(shard, ShardState.WAITING, "", 1, Store.AWAY, note, null));
    }
    TableStats stats =
        new TableStats(0, 0, 0, 0, 0, 0, new TableStats.QuarantineState(9_000, "relaxed"));
    reports.add(
        new ShardReport(
            6, ShardState.SERVING, "me", 1, Store.ANSWERS, "", new ShardReport.Contents(0, stats)));

    List<String> reasons = new ReadinessReasons(reports).reasons("redis://r");
    assertEquals("the last claim of shards 0 to 2 failed: the clock is mad", reasons.get(0));
    assertEquals("the last claim of shard 3 failed: no disk 3", reasons.get(1));
    assertEquals("claims fail for other reasons too: see /v1/shards", reasons.get(3));
    assertTrue(reasons.get(4).contains("nothing is granted for 9000 ms more, because the server"));
    assertEquals(5, reasons.size());
  }

  @Test
  void allIsWellWithoutAWord() {
    assertEquals(
        List.of(),
        new ReadinessReasons(List.of(report(0, ShardState.SERVING, Store.ANSWERS))).reasons("r"));
  }

  @Test
  void aStoreThatDoesNotAnswerIsToldOfThoughTheServerIsReady() throws Exception {
    OpenDoor door =
        new OpenDoor(HttpOptions.DEFAULT.withStore(new StoreInfo("redis://r", () -> "")));
    try {
      door.store.shut();
      door.later("POST", "/v1/leases", OpenDoor.wish("a", "anna"));
      OpenDoor.until(() -> ready(door).http().body().contains("redis://r does not answer"));

      assertEquals(200, ready(door).status());
    } finally {
      door.store.open();
      door.close();
    }
  }

  @Test
  void theStoreIsNamedWhereThatIsAskedFor() throws Exception {
    OpenDoor door =
        new OpenDoor(
            HttpOptions.DEFAULT.withStore(new StoreInfo("redis://r", () -> "Valkey 8.0.1")));
    try {
      Told verbose = door.get("/readyz?a=b&verbose");
      assertEquals("redis://r", verbose.text("store"));
      assertEquals("Valkey 8.0.1", verbose.text("storeVersion"));
      assertFalse(ready(door).body().containsKey("store"));

      OpenDoor.get(door.router.leave());

      Told standby = door.get("/readyz?verbose");
      assertEquals(503, standby.status());
      assertEquals("Valkey 8.0.1", standby.text("storeVersion"));
    } finally {
      door.close();
    }
  }

  private static Told ready(OpenDoor door) {
    try {
      return door.get("/readyz");
    } catch (Exception failed) {
      throw new AssertionError(failed);
    }
  }

  private static ShardReport report(int shard, ShardState stage, Store store) {
    return new ShardReport(shard, stage, "", 1, store, "", null);
  }
}
