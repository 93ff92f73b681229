package io.tenure.store.redis;

import static io.tenure.store.LeaseStoreContract.PERIOD;
import static io.tenure.store.LeaseStoreContract.begin;

import io.tenure.store.LeaseStore;
import java.nio.file.Files;
import org.junit.jupiter.api.AfterEach;

/**
 * The groundwork for take-overs between servers, with a Redis that may be restarted or follow
 * another.
 */
abstract class TakeOverGroundwork extends RedisGroundwork {

  static final long LATE = PERIOD * 11 / 10;

  @SuppressWarnings("NullAway.Init") // Started by the tests that need one.
  TestRedis replica;

  @AfterEach
  void closeReplica() {
    if (replica != null) {
      replica.close();
    }
  }

  /** Another server takes the shard over, and grants. */
  final void takeOver(RedisStore by) {
    overdue(by);
    append(by, claimBy(by, "b").epoch(), 1, begin(1, 2));
  }

  /** The server has observed the owner for its whole ownership period, without a sign of life. */
  final void overdue(RedisStore by) {
    standBy(by, "b", LATE);
  }

  final LeaseStore.Extension extend(RedisStore by, long epoch) {
    return Answered.atLast(() -> by.extend(SHARD, "a", epoch, PERIOD));
  }

  final LeaseStore.Advance advance(RedisStore by, long epoch, String identity) {
    return Answered.atLast(() -> by.advance(SHARD, "a", epoch, PERIOD, identity));
  }

  final void loseWhatWasNotSaved() throws Exception {
    redis.kill();
    redis.restart();
  }

  final void keepAll() throws Exception {
    redis.command("CONFIG", "SET", "appendonly", "yes");
    redis.command("CONFIG", "SET", "appendfsync", "always");
  }

  final void startReplica() throws Exception {
    replica =
        TestRedis.start(
            Files.createDirectory(directory.resolve("replica")), "repl-diskless-sync-delay 0");
    replica.command("REPLICAOF", "127.0.0.1", "" + redis.port());
    replica.await(() -> replica.command("INFO", "replication").contains("master_link_status:up"));
    String place = redis.command("HGET", META, "place");
    replica.await(() -> replica.command("HGET", META, "place").equals(place));
  }

  /**
   * The replica is the primary for a moment: data that it lacks is lost, and no connection breaks.
   */
  final void followAndReturn() throws Exception {
    redis.command("REPLICAOF", "127.0.0.1", "" + replica.port());
    redis.await(() -> redis.command("INFO", "replication").contains("master_link_status:up"));
    redis.command("REPLICAOF", "NO", "ONE");
  }
}
