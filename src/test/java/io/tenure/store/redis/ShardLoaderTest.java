package io.tenure.store.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.Key;
import io.tenure.core.Change;
import io.vertx.core.Future;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Checks a load with a connection that moves to another Redis without breaking. */
class ShardLoaderTest extends TakeOverGroundwork {

  /** Enough for two and a half pages. */
  private static final int MANY = 10_000;

  @Test
  void nothingIsMissedThoughAnotherRedisGoesOnWithACursor() throws Exception {
    startRedis("repl-diskless-sync-delay 0");
    RedisStore owner = server();
    long epoch = claimBy(owner, "a").epoch();
    append(owner, epoch, 1, delaysAndFences());
    startReplica();
    String ownershipId = epoch + "/" + redis.command("HGET", META, "server");

    for (int led = 1; led <= 6; led++) {
      List<Change> replayed = new ArrayList<>();
      Set<Change> found = new HashSet<>();
      Answered.of(
          new Led(led).load(ownershipId, replayed::add).onSuccess(end -> found.addAll(replayed)));

      assertEquals(2 * MANY, found.size(), "led elsewhere after page " + led);
    }
  }

  @Test
  void aLoadFromOneRedisReadsEachPageOnce() throws Exception {
    startRedis();
    RedisStore owner = server();
    long epoch = claimBy(owner, "a").epoch();
    append(owner, epoch, 1, delaysAndFences());

    assertTrue(load(owner, epoch).size() < 2 * MANY + MANY / 10);
  }

  private static Change[] delaysAndFences() {
    Change[] changes = new Change[2 * MANY];
    for (int each = 0; each < MANY; each++) {
      changes[2 * each] = new Change.BeginLockDelay(Key.of("key/" + each), 60_000);
      changes[2 * each + 1] = new Change.RaiseFence("fence/" + each, 1 + each);
    }
    return changes;
  }

  /** Loads from the first Redis for some pages, and then from the replica. */
  private final class Led {

    private final RedisConnections first =
        new RedisConnections(vertx, options(redis.address(), false, 0));
    private final RedisConnections other =
        new RedisConnections(vertx, options(replica.address(), false, 0));
    private int pagesLeft;

    Led(int pages) {
      pagesLeft = pages;
    }

    Future<?> load(String ownershipId, Consumer<Change> replay) {
      return new ShardLoader(SHARD, ownershipId, this::page, this::run, replay)
          .load()
          .eventually(first::close)
          .eventually(other::close);
    }

    private Future<Response> page(Request request) {
      RedisConnections now = present();
      pagesLeft -= request.command().toString().equalsIgnoreCase("hscan") ? 1 : 0;
      return now.on(ConnectionSource.COMMON, connection -> connection.askInBulk(request));
    }

    private Future<Response> run(ScriptRun call) {
      return present().on(ConnectionSource.COMMON, connection -> connection.runInBulk(call));
    }

    private RedisConnections present() {
      return pagesLeft > 0 ? first : other;
    }
  }
}
