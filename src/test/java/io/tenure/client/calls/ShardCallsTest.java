package io.tenure.client.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.Operation;
import io.tenure.api.Outcome;
import io.tenure.client.FakeTransport;
import io.tenure.client.error.RefusedException;
import io.tenure.client.error.UnreachableException;
import io.tenure.wire.ServerMessage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Checks that the client takes the state of a shard from the owner of the shard. */
final class ShardCallsTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private final FakeTransport first = new FakeTransport();
  private final FakeTransport second = new FakeTransport();
  private final FakeTransport all = new FakeTransport();
  private final LeaseCalls calls = new LeaseCalls(all, Schedulers.immediate(), "ann", TIMEOUT);

  ShardCallsTest() {
    all.servers = List.of(first, second);
  }

  private static ServerMessage row(int shard, String owner, long epoch, String state) {
    return ServerMessage.of(
        Map.of(
            "shard",
            shard,
            "owner",
            owner,
            "epoch",
            epoch,
            "state",
            state,
            "store",
            "answers",
            "quarantineMs",
            state.equals("serves") ? 1_000 : 0,
            "doubt",
            "",
            "why",
            "",
            "note",
            ""));
  }

  private static void lists(FakeTransport server, ServerMessage... rows) {
    ServerMessage answer = ServerMessage.of(Map.of("shards", List.of(rows)));
    server.script(Operation.SHARDS, ask -> Mono.just(answer));
  }

  private List<ShardStatus> shards() {
    return calls.shards().blockOptional().orElseThrow();
  }

  @Test
  void eachShardIsTakenFromItsOwner() {
    lists(first, row(0, "a", 7, "serves"), row(1, "b", 0, "stands_by"));
    lists(second, row(0, "a", 0, "stands_by"), row(1, "b", 8, "loads"));

    List<ShardStatus> shards = shards();
    assertEquals(List.of("serves", "loads"), shards.stream().map(ShardStatus::state).toList());
    assertTrue(shards.stream().allMatch(ShardStatus::isFromOwner));
    assertEquals(Duration.ofSeconds(1), shards.get(0).quarantine());
  }

  @Test
  void ofTwoThatTakeThemselvesForTheOwnerTheOneWithTheLargerEpochIsBelieved() {
    lists(first, row(0, "a", 7, "serves"));
    lists(second, row(0, "b", 8, "serves"));

    assertEquals("b", shards().get(0).owner());
  }

  @Test
  void aServerThatKnowsTheOwnerIsBelievedRatherThanOneThatDoesNot() {
    lists(first, row(0, "", 0, "claims"));
    lists(second, row(0, "c", 0, "stands_by"));

    ShardStatus shard = shards().get(0);
    assertEquals("c", shard.owner());
    assertFalse(shard.isFromOwner());
  }

  @Test
  void oneServerThatAnswersIsEnough() {
    first.script(Operation.SHARDS, ask -> FakeTransport.unreachable());
    lists(second, row(0, "b", 8, "serves"));
    assertEquals("b", shards().get(0).owner());

    Stream.of(first, second)
        .forEach(server -> server.script(Operation.SHARDS, ask -> FakeTransport.unreachable()));
    assertThrows(UnreachableException.class, this::shards);
  }

  @Test
  void aQuarantineIsEndedAtTheOwnerAlone() {
    ServerMessage ended =
        ServerMessage.of(Map.of("ended", true, "remainingMs", 5, "doubt", "torn"));
    lists(first, row(0, "b", 0, "stands_by"));
    lists(second, row(0, "b", 8, "serves"));
    second.script(Operation.END_QUARANTINE, ask -> Mono.just(ended));

    assertTrue(calls.endQuarantine(0, "over").blockOptional().orElseThrow().ended());
    assertEquals(List.of(), first.asked(Operation.END_QUARANTINE));
    assertEquals(List.of(), all.asked);
  }

  @Test
  void whenNoServerThatAnswersOwnsTheShardThePresentOneRefuses() {
    lists(first, row(0, "c", 0, "stands_by"));
    second.script(Operation.SHARDS, ask -> FakeTransport.unreachable());
    all.script(Operation.END_QUARANTINE, ask -> FakeTransport.refused(Outcome.UNAVAILABLE));

    RefusedException refused =
        assertThrows(RefusedException.class, () -> calls.endQuarantine(0, "over").block());
    assertEquals(Outcome.UNAVAILABLE, refused.outcome());
  }
}
