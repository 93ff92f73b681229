package io.tenure.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.core.ShardMessage;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks that a doubt of a shard on another server is announced to the shards of this server. */
final class RemoteDoubtRelayTest {

  private static final long EPOCH = 7;

  private final Stage stage = new Stage();

  @BeforeEach
  void anotherServerOwnsIt() {
    stage.shards = 3;
    stage.store.owner = "other";
    stage.pass(20);
    stage.log.clear();
  }

  private List<String> toldAtALook() {
    stage.log.clear();
    stage.pass(300);
    return stage.log.stream().filter(line -> line.startsWith("tell ")).distinct().toList();
  }

  @Test
  void nothingIsToldOfAnOwnerThatDoubtsNothing() {
    assertEquals(List.of(), toldAtALook());
  }

  @Test
  void eachIsToldUntilItHasHeard() {
    stage.store.doubtedEpoch = EPOCH;
    ShardMessage.Lost lost = ShardMessage.Lost.before(0, EPOCH);
    assertEquals(List.of("tell 1 " + lost, "tell 2 " + lost), toldAtALook());

    stage.shard.hear(new ShardMessage.LossHeard(1, lost.since(), 0));
    assertEquals(List.of("tell 2 " + lost), toldAtALook());

    stage.shard.hear(new ShardMessage.LossHeard(2, lost.since() - 1, 0));
    assertEquals(List.of("tell 2 " + lost), toldAtALook());
  }

  @Test
  void whoHasHeardOfADoubtIsToldOfTheNextOne() {
    stage.store.doubtedEpoch = EPOCH;
    toldAtALook();
    stage.shard.hear(new ShardMessage.LossHeard(1, ShardMessage.Lost.before(0, EPOCH).since(), 0));
    stage.shard.hear(new ShardMessage.LossHeard(2, ShardMessage.Lost.before(0, EPOCH).since(), 0));
    assertEquals(List.of(), toldAtALook());

    stage.store.doubtedEpoch = EPOCH + 1;
    ShardMessage.Lost next = ShardMessage.Lost.before(0, EPOCH + 1);
    assertEquals(List.of("tell 1 " + next, "tell 2 " + next), toldAtALook());
  }

  @Test
  void whatThisServerOwnedLastMayBeLostWhateverTheClockOfAnotherRedisShows() {
    Stage owner = Stage.serving();
    owner.shards = 2;
    long own = owner.store.epoch;
    owner.store.owner = "other";
    owner.store.epoch++;
    owner.store.doubtedEpoch = own;
    owner.pass(2 * Stage.OWNERSHIP_MILLIS);

    String lost = "tell 1 " + ShardMessage.Lost.before(0, own + 1);
    assertTrue(owner.log.contains(lost), () -> lost + " is not in " + owner.log);
  }

  @Test
  void ofManyShardsAllAreToldWithinAFewLooks() {
    stage.shards = 300;
    stage.store.doubtedEpoch = EPOCH;
    stage.pass(1_500);

    long told = stage.log.stream().filter(line -> line.startsWith("tell ")).distinct().count();
    assertEquals(299, told);
  }

  @Test
  void nothingIsToldOfADoubtThatIsOver() {
    stage.store.doubtedEpoch = EPOCH;
    toldAtALook();
    stage.store.doubtedEpoch = 0;
    assertEquals(List.of(), toldAtALook());
  }
}
