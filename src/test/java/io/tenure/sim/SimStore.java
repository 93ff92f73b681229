package io.tenure.sim;

import io.tenure.sim.redis.SimRedis;
import io.tenure.store.LeaseStore;
import io.tenure.store.redis.RedisOptions;
import io.tenure.store.redis.SimulatedCalls;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The store of production over a simulated Redis with the scripts of production. This Redis may be
 * slow or unavailable, execute without an answer, restart, fail over, or lose data.
 */
final class SimStore {

  /** Redis machines that may be the primary. */
  private static final int MACHINES = 3;

  /** The log lines of servers about losses would be most of the output of a run. */
  private static final Logger QUIET = Logger.getLogger("io.tenure");

  static {
    QUIET.setLevel(Level.OFF);
  }

  private static final long WALL_START_MICROS = ServerClock.WALL_START_MILLIS * 1_000;

  /**
   * The fate of one call. {@code late}: it arrives though its connection has been closed; {@code
   * anywhere}: it arrives at the machine that is the primary then, as through a proxy.
   */
  record Fate(
      long thereNanos,
      long backNanos,
      boolean lost,
      boolean mute,
      boolean late,
      boolean anywhere) {}

  final SimRedis redis;
  private final Schedule schedule;
  private final Chance chance;
  private final Scenario scenario;
  private final Auditor auditor;
  private final long[] clockAheadMicros = new long[MACHINES];
  private final Map<String, SimWitness> witnesses = new HashMap<>();
  final SimPromises promises;
  private final SimSettings settings;
  private SimRedis.@Nullable Snapshot backup;
  private long answersFromNanos;
  private long slowUntilNanos;
  private long incarnatedNanos;
  private @Nullable SimServer heldUp;
  private long heldUpUntilNanos;

  SimStore(Schedule schedule, Chance chance, Scenario scenario, Auditor auditor) {
    this.schedule = schedule;
    this.chance = chance;
    this.scenario = scenario;
    this.auditor = auditor;
    redis = new SimRedis(this::wallMicros, chance.next());
    promises = new SimPromises(this, schedule, scenario);
    settings = new SimSettings(redis, schedule, scenario.effectiveOwnershipMillis());
    for (int machine = 0; machine < MACHINES; machine++) {
      long ahead = scenario.redisClocksApartMillis() * 1_000;
      clockAheadMicros[machine] = ahead == 0 || chance.oneIn(2) ? 0 : ahead;
    }
    if (scenario.redisKeepsAll()) {
      settings.keepEverything();
    }
  }

  private long wallMicros() {
    return WALL_START_MICROS + schedule.now() / 1_000 + clockAheadMicros[redis.primary()];
  }

  /** Sets the clock of the primary, once. */
  void setClock(long aheadMillis) {
    clockAheadMicros[redis.primary()] = aheadMillis * 1_000;
  }

  /** The store as {@code server} reaches it: answers arrive in a turn of that server. */
  LeaseStore reachedBy(SimServer server) {
    AuditedStore audited = new AuditedStore(this, auditor, server);
    SimLinks links = new SimLinks(this, server, schedule, chance, audited::run);
    audited.store =
        SimulatedCalls.store(
            links,
            scenario.shards(),
            scenario.relaxed(),
            Math.min(scenario.ttlMillis(), RedisOptions.AT_ONCE_MILLIS),
            server.name,
            server.clock::nanos,
            witnesses.computeIfAbsent(server.machine(), first -> new SimWitness()));
    return audited;
  }

  void setField(int shard, String name, String value) {
    redis.command(bytes("HSET"), meta(shard), bytes(name), bytes(value));
  }

  @Nullable String field(int shard, String name) {
    Object value = redis.command(bytes("HGET"), meta(shard), bytes(name));
    return value == null ? null : text(value);
  }

  private static byte[] meta(int shard) {
    return bytes("tenure:{" + shard + "}:meta");
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  static String text(Object value) {
    return value instanceof byte[] bytes
        ? new String(bytes, StandardCharsets.US_ASCII)
        : String.valueOf(value);
  }

  /** Delays the next advance of {@code server} by this time. */
  void holdUpAdvance(SimServer server, long nanos) {
    heldUp = server;
    heldUpUntilNanos = schedule.now() + nanos;
  }

  Fate fate(SimServer server, String script) {
    if (server == heldUp && script.equals("advance")) {
      heldUp = null;
      long thereNanos = Math.max(0, heldUpUntilNanos - schedule.now());
      auditor.disturbed(schedule.now() + thereNanos + 3 * Schedule.SECOND);
      return new Fate(thereNanos, 0, false, false, true, true);
    }
    return fate(server);
  }

  private Fate fate(SimServer server) {
    boolean fault =
        schedule.now() < scenario.calmFromNanos() && chance.percent(scenario.storeFaultPercent());
    boolean slow = schedule.now() < slowUntilNanos;
    long thereNanos = delayNanos(slow || fault && chance.oneIn(2));
    long backNanos = delayNanos(slow || fault && chance.oneIn(2));
    long cutNanos = Math.max(0, server.cutUntilNanos() - schedule.now());
    // A server that is cut off loses either the way to the store or the way back.
    boolean unheard = cutNanos > 0 && chance.oneIn(2);
    thereNanos += unheard ? cutNanos : 0;
    backNanos += unheard ? 0 : cutNanos;
    boolean lost = fault && chance.oneIn(3);
    boolean mute = fault && chance.oneIn(3);
    if (fault || cutNanos > 0) {
      auditor.disturbed(schedule.now() + thereNanos + backNanos + 3 * Schedule.SECOND);
    }
    return new Fate(
        thereNanos, backNanos, lost, mute, (fault || cutNanos > 0) && chance.oneIn(2), false);
  }

  private long delayNanos(boolean slow) {
    return chance.between(100_000, 2 * Schedule.MILLI)
        + (slow ? chance.spread(1, scenario.storeFaultNanosMax()) : 0);
  }

  /** Until then a server waits for a call or for a pause, and no end can be in time. */
  void disturbed(long untilNanos) {
    auditor.disturbed(untilNanos);
  }

  boolean answers() {
    return schedule.now() >= answersFromNanos;
  }

  long answersFromNanos() {
    return answersFromNanos;
  }

  /** The last time at which all connections broke. */
  long incarnatedNanos() {
    return incarnatedNanos;
  }

  void backUp() {
    backup = redis.snapshot();
  }

  /** Loses everything, everything since the backup, or the last writes. */
  void forget() {
    int way = chance.below(4);
    SimRedis.Snapshot older = backup;
    if (way == 0) {
      losing(redis::flush);
    } else if (way == 1 && older != null) {
      losing(
          () -> {
            redis.restore(older);
            restart();
          });
    } else {
      loseTail();
    }
  }

  /** Loses the last writes: Redis crashed before they were on its disk, or failed over. */
  void loseTail() {
    losing(
        () -> {
          undoSome();
          if (chance.oneIn(2)) {
            restart();
          } else {
            failOver();
          }
        });
  }

  private void undoSome() {
    int most = redis.undoable();
    redis.loseTail(most < 2 ? most : (int) chance.spread(1, most));
  }

  /** An operator follows the advice after a loss, and undoes the settings when all is well. */
  void changeSettings() {
    if (settings.everythingIsDurable()) {
      settings.keepEverySecond();
    } else if (settings.everySecondIsNoticed()) {
      loseTail();
      settings.keepEverything();
    }
  }

  /** Makes another machine the primary for a moment, without the last writes. */
  void failOverAndBack() {
    int first = redis.primary();
    losing(
        () -> {
          undoSome();
          failOver();
        });
    goAway(chance.spread(10, 500) * Schedule.MILLI);
    if (redis.primary() != first) {
      redis.failOver(first);
    }
    incarnatedNanos = schedule.now();
  }

  /** Makes another machine the primary, without a loss. */
  void failOver() {
    redis.connectedReplicas(MACHINES - 1);
    redis.failOver((redis.primary() + 1 + chance.below(MACHINES - 1)) % MACHINES);
    reincarnated();
  }

  private void restart() {
    redis.restart();
    reincarnated();
  }

  private void reincarnated() {
    incarnatedNanos = schedule.now();
    auditor.disturbed(schedule.now() + 2 * Schedule.SECOND);
  }

  void losing(Runnable loss) {
    if (!everyMachineHasHeardOfEveryShard()) {
      return;
    }
    String[] before = heads();
    loss.run();
    promises.rememberAfterLoss();
    String[] after = heads();
    for (int shard = 0; shard < before.length; shard++) {
      if (!before[shard].equals(after[shard])) {
        auditor.forgotten(shard, field(shard, "server"));
      }
    }
  }

  /** Whether no loss can stay unnoticed: a machine without a record of a shard notices none. */
  private boolean everyMachineHasHeardOfEveryShard() {
    return witnesses.size() == scenario.servers()
        && witnesses.values().stream().allMatch(each -> each.hasHeardOfAll(scenario.shards()));
  }

  private String[] heads() {
    String[] heads = new String[scenario.shards()];
    Arrays.fill(heads, "");
    for (String name : List.of("epoch", "server", "beat", "place")) {
      String[] values = ofEachShard(name);
      Arrays.setAll(heads, shard -> heads[shard] + " " + values[shard]);
    }
    return heads;
  }

  private String[] ofEachShard(String name) {
    String[] values = new String[scenario.shards()];
    Arrays.setAll(values, shard -> Objects.requireNonNullElse(field(shard, name), "0"));
    return values;
  }

  /** Answers no server for a while; sometimes because of a restart that loses nothing. */
  void goAway(long nanos) {
    if (scenario.redisKeepsAll() && chance.oneIn(2)) {
      restart();
    }
    answersFromNanos = Math.max(answersFromNanos, schedule.now() + nanos);
    auditor.away(answersFromNanos);
  }

  void slowDown(long nanos) {
    slowUntilNanos = schedule.now() + nanos;
    auditor.disturbed(slowUntilNanos + scenario.storeFaultNanosMax() + 3 * Schedule.SECOND);
  }
}
