package io.tenure.door.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.Operation;
import io.tenure.api.OperatorRequest;
import io.tenure.door.Caller;
import io.tenure.door.GatewayOptions;
import io.tenure.door.OperatorAudit;
import io.tenure.shard.call.CallResult;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks the list of shards for operators, and the end of a quarantine by an operator. */
final class ShardListCallsTest {

  private static final String END = "/v1/shards/3/end-quarantine";
  private static final String REASON = "{\"reason\":\"no worker runs\"}";

  private final List<String> audit = new CopyOnWriteArrayList<>();
  private OpenDoor door;

  @BeforeEach
  void open() throws Exception {
    OperatorAudit heard =
        new OperatorAudit() {
          @Override
          public void acted(Caller caller, OperatorRequest request, CallResult answer) {
            audit.add("acted " + request);
          }

          @Override
          public void forbade(Caller caller, Operation operation, String name) {
            audit.add("forbade " + operation + " " + name);
          }
        };
    door = OpenDoor.inQuarantine(GatewayOptions.DEFAULT.withAudit(heard), 3_600_000);
  }

  @AfterEach
  void close() throws Exception {
    door.close();
  }

  private Map<String, Object> shard(int number) throws Exception {
    return door.get("/v1/shards").objects("shards").get(number);
  }

  @Test
  void eachShardIsShownWithOwnerStateAndQuarantine() throws Exception {
    Map<String, Object> shard = shard(3);

    assertEquals(OpenDoor.SHARDS, door.get("/v1/shards").objects("shards").size());
    assertEquals("test", shard.get("owner"));
    assertEquals("serves", shard.get("state"));
    assertEquals("restarted", shard.get("doubt"));
    assertTrue(String.valueOf(shard.get("why")).contains("appendfsync always"), shard.toString());
    assertTrue((long) shard.getOrDefault("quarantineMs", 0L) > 3_000_000, shard.toString());
    assertEquals(400, door.get("/v1/shards?wrong=1").status());
  }

  @Test
  void aBreakOfAnUnknownKeyNamesTheQuarantine() throws Exception {
    Told refused = door.delete("/v1/keys/jobs/a");

    assertEquals(404, refused.status());
    assertEquals("NOT_HELD", refused.text("code"));
    assertEquals(
        door.get("/v1/keys/jobs/a").number("quarantinedShard"), refused.number("quarantinedShard"));
    assertTrue(
        refused.text("detail").contains("is in quarantine for another"), refused.text("detail"));
  }

  @Test
  void theQuarantineOfOneShardIsEnded() throws Exception {
    String key = key(3);
    CompletableFuture<Told> waiting =
        door.later("POST", "/v1/leases", OpenDoor.wish(key, "anna").replace("}", ",\"wait\":60}"));
    Told ended = door.post(END, REASON);

    assertEquals(200, ended.status());
    assertEquals(true, ended.body().get("ended"));
    assertEquals("restarted", ended.text("doubt"));
    assertTrue(ended.number("remainingMs") > 3_000_000);
    assertEquals(201, waiting.get(10, TimeUnit.SECONDS).status());
    Told again = door.post(END, REASON);
    assertEquals(false, again.body().get("ended"));
    assertEquals(0, again.number("remainingMs"));
    OpenDoor.until(() -> quarantineMillis(3) == 0);
    assertTrue(quarantineMillis(4) > 0, "that of another goes on");
    String act = "acted EndQuarantine[shard=3, reason=no worker runs]";
    assertEquals(List.of(act, act), audit);
  }

  private String key(int shard) {
    int at = 0;
    while (door.router.shardOf(io.tenure.api.Key.of("key" + at)) != shard) {
      at++;
    }
    return "key" + at;
  }

  private long quarantineMillis(int number) {
    try {
      return (long) shard(number).getOrDefault("quarantineMs", 0L);
    } catch (Exception failed) {
      throw new AssertionError(failed);
    }
  }

  @Test
  void withoutAReasonOrOfNoShardNothingIsEnded() throws Exception {
    assertEquals("reason", door.post(END, "{}").text("field"));
    assertEquals("reason", door.post(END, "{\"reason\":\" \"}").text("field"));
    String tooLong = "{\"reason\":\"" + "x".repeat(257) + "\"}";
    assertEquals("reason", door.post(END, tooLong).text("field"));
    Told unknown = door.post("/v1/shards/8/end-quarantine", REASON);
    assertEquals(400, unknown.status());
    assertTrue(unknown.text("detail").contains("use 0 to 7"), unknown.text("detail"));
    assertEquals(400, door.post("/v1/shards/x/end-quarantine", REASON).status());

    assertTrue(quarantineMillis(3) > 0);
  }

  @Test
  void aFenceIsDeletedWithTheMarkThatTheOperatorSaw() throws Exception {
    for (int shard = 0; shard < OpenDoor.SHARDS; shard++) {
      door.post("/v1/shards/" + shard + "/end-quarantine", REASON);
      int ended = shard;
      OpenDoor.until(() -> quarantineMillis(ended) == 0);
    }
    audit.clear();
    door.post("/v1/fences/a/b", "{\"token\":7}");

    assertEquals("token", door.delete("/v1/fences/a/b").text("field"));
    Told moved = door.delete("/v1/fences/a/b?token=6");
    assertEquals(412, moved.status());
    assertTrue(moved.text("detail").contains("7"), moved.text("detail"));
    Told deleted = door.delete("/v1/fences/a/b?token=7");
    assertEquals(200, deleted.status());
    assertEquals("a/b", deleted.text("fence"));
    assertEquals(7, deleted.number("token"));
    assertEquals(404, door.delete("/v1/fences/a/b?token=7").status());
    assertEquals(0, door.get("/v1/fences/a/b").number("token"));
    assertEquals("acted DropFence[fence=a/b, token=6]", audit.get(0));
    assertEquals(3, audit.size());
  }

  @Test
  void whereOperatorsMayChangeNothingNoneDoes() throws Exception {
    door.close();
    door =
        OpenDoor.inQuarantine(
            GatewayOptions.DEFAULT.withBreaking(false), TimeUnit.HOURS.toMillis(1));

    assertEquals(403, door.post(END, REASON).status());
    assertEquals(403, door.delete("/v1/fences/a?token=1").status());
    assertTrue(quarantineMillis(3) > 0);
  }

  @Test
  void aServerThatDoesNotOwnTheShardEndsNothing() throws Exception {
    OpenDoor.get(door.router.leave());

    Told refused = door.post(END, REASON);
    assertEquals(503, refused.status());
    assertEquals("UNAVAILABLE", refused.text("code"));
    assertEquals("left", shard(3).get("state"));
  }
}
