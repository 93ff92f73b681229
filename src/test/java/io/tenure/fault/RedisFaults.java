package io.tenure.fault;

import io.tenure.fault.FaultProxy.Weather;
import io.tenure.shard.ShardSettings;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The faults of a Redis and of the way to it. */
final class RedisFaults {

  /** Connections are opened again, the journal is read, and the machine has other work. */
  private static final long HEALED_MILLIS = 5_000;

  private static final long LASTS_MILLIS = 1_500;
  private static final long STARTING_MILLIS = 20_000;
  private static final long LOST_MILLIS = 700;

  /** The quarantine lasts as long as the longest lease promised. */
  private static final long SHORT_HOME_TTL_MILLIS = 4_000;

  private RedisFaults() {}

  static Fault ownKilled() {
    return Fault.of(
        "kill -9 of the server's own Redis",
        Stage.House.EMBEDDED,
        HEALED_MILLIS,
        stage -> {
          stage.server().ownRedis().destroyForcibly();
          long began = stage.load().now();
          return new Struck(began, began, 1, List.of());
        });
  }

  static Fault killed() {
    return lasting(
        "kill -9 of Redis",
        Stage.House.REDIS,
        1,
        stage -> stage.redis().kill(),
        stage -> stage.redis().restart());
  }

  static Fault frozen() {
    return lasting(
        "SIGSTOP of Redis",
        Stage.House.REDIS,
        0,
        stage -> stage.redis().process().freeze(),
        stage -> stage.redis().process().thaw());
  }

  /** A change that was not durable was not acknowledged, so that no holder misses it. */
  static Fault frozenAndServerKilled() {
    return Fault.of(
        "kill -9 of server and Redis, which was stopped",
        Stage.House.REDIS,
        STARTING_MILLIS,
        stage -> {
          stage.redis().process().freeze();
          Stage.last(LOST_MILLIS);
          stage.server().kill();
          long began = stage.load().now();
          stage.redis().kill();
          stage.redis().restart();
          stage.server().restart();
          Claim known = ServerFaults.renewedBy(stage.server().present());
          return new Struck(began, began, 2, List.of(known));
        });
  }

  static Fault readOnly() {
    return lasting(
        "a read-only Redis",
        Stage.House.REDIS,
        0,
        stage -> stage.redis().ask("CONFIG", "SET", "min-replicas-to-write", "1"),
        stage -> stage.redis().ask("CONFIG", "SET", "min-replicas-to-write", "0"));
  }

  static Fault full() {
    return lasting(
        "a full Redis",
        Stage.House.REDIS,
        0,
        stage -> stage.redis().ask("CONFIG", "SET", "maxmemory", "1"),
        stage -> stage.redis().ask("CONFIG", "SET", "maxmemory", "0"));
  }

  static Fault locked() {
    return lasting(
        "a Redis that asks a password",
        Stage.House.REDIS,
        0,
        stage -> stage.redis().requirePassword("unknown to the server"),
        stage -> stage.redis().requirePassword(""));
  }

  static Fault lostSeconds() {
    return forgetting(
        "Redis loses its last seconds",
        1,
        stage -> {
          stage.redis().keepCopy();
          Stage.last(LOST_MILLIS);
          stage.redis().kill();
          stage.redis().putCopyBack();
          stage.redis().restart();
        });
  }

  static Fault lostSecondsAndServer() {
    return Fault.of(
            "Redis loses its last seconds, and the server is killed",
            Stage.House.REDIS,
            STARTING_MILLIS,
            stage -> {
              long kept = stage.load().now();
              stage.redis().keepCopy();
              Stage.last(LOST_MILLIS);
              stage.server().kill();
              long began = stage.load().now();
              stage.redis().kill();
              stage.redis().putCopyBack();
              stage.redis().restart();
              stage.server().restart();
              return new Struck(began, began, 2, List.of(DurabilityFaults.sessionsEnd(began)))
                  .excused(Excuse.lost(kept, began));
            })
        .losing()
        .withHomeTtl(SHORT_HOME_TTL_MILLIS);
  }

  static Fault flushed() {
    return forgetting("FLUSHALL", 0, stage -> stage.redis().ask("FLUSHALL"));
  }

  /** The standby finds the shards free, but must not take shards that the active still knows. */
  static Fault flushedUnderTwo() {
    return Fault.ofTwo(
            "FLUSHALL under an active and a standby",
            HEALED_MILLIS,
            stage -> {
              ServerProcess active = stage.active();
              String knows = active.present();
              stage.redis().ask("FLUSHALL");
              long forgotten = stage.load().now();
              stage.journal().awaitWhole();
              // The journal is whole a moment before the active knows that and grants again.
              Stage.becomes(() -> stage.load().grantedSince(forgotten), HEALED_MILLIS);
              active.kill();
              long began = stage.load().now();
              Claim own =
                  Claim.must(
                      "the active goes on",
                      each ->
                          Tally.newGrant(each)
                              && each.server().equals(knows)
                              && each.sentNanos() > forgotten);
              return new Struck(
                  began, began, 1, List.of(own, ServerFaults.renewedByAnotherThan(knows, began)));
            })
        .withSettings(Map.of("ownershipMillis", Long.toString(ShardSettings.OWNERSHIP_MILLIS)));
  }

  static Fault slow() {
    return lasting(
        "a slow Redis",
        Stage.House.PROXIED,
        0,
        stage -> stage.proxy().slow((int) stage.chance.nextLong(30, 200)),
        stage -> stage.proxy().become(Weather.FAIR));
  }

  static Fault halfOpen() {
    return weather("a half-open Redis", Weather.HALF_OPEN);
  }

  static Fault deaf() {
    return weather("a Redis whose answers are lost", Weather.DEAF);
  }

  static Fault cut() {
    return weather("a Redis that is cut off", Weather.CUT);
  }

  private static Fault weather(String name, Weather weather) {
    return lasting(
        name,
        Stage.House.PROXIED,
        0,
        stage -> stage.proxy().become(weather),
        stage -> stage.proxy().become(Weather.FAIR));
  }

  /** The server rewrites everything from memory, so completely that it can be killed afterwards. */
  private static Fault forgetting(String name, int crashes, Consumer<Stage> forget) {
    return Fault.of(
        name,
        Stage.House.REDIS,
        STARTING_MILLIS,
        stage -> {
          forget.accept(stage);
          stage.journal().awaitWhole();
          stage.server().kill();
          long began = stage.load().now();
          stage.server().restart();
          Claim known = ServerFaults.renewedBy(stage.server().present());
          return new Struck(began, began, crashes + 1, List.of(known));
        });
  }

  /** Renewals go on meanwhile, from memory. */
  private static Fault lasting(
      String name, Stage.House house, int crashes, Consumer<Stage> begin, Consumer<Stage> heal) {
    return Fault.of(
        name,
        house,
        HEALED_MILLIS,
        stage -> {
          begin.accept(stage);
          long began = stage.load().now();
          Stage.last(LASTS_MILLIS);
          long before = stage.load().now();
          heal.accept(stage);
          Claim renewals =
              Claim.must(
                  "renewals go on meanwhile",
                  each ->
                      Tally.renewal(each)
                          && each.sentNanos() > began + LASTS_MILLIS * 500_000
                          && each.doneNanos() < before);
          return new Struck(began, stage.load().now(), crashes, List.of(renewals));
        });
  }
}
