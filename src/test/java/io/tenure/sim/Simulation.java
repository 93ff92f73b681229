package io.tenure.sim;

import io.tenure.core.Handle;
import io.tenure.core.Key;
import io.tenure.core.Mode;
import io.tenure.core.Reply;
import io.tenure.core.Request;
import io.tenure.core.Value;
import io.tenure.core.Word;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One run: servers, a store, clients and a network in virtual time, all chosen by one seed. */
final class Simulation {

  /** What became of a run. */
  record Outcome(long seed, long traceHash, double leaseYears) {}

  /** How long an ended tenure is remembered at most, and a little more. */
  private static final long GRAVE_NANOS = 660 * Schedule.SECOND;

  final Scenario scenario;
  final Chance chance;
  final Trace trace;
  final Schedule schedule;
  final Auditor auditor;
  final SimNetwork network;
  final SimStore store;
  private final SimServer[] servers;
  private final List<SimClient> clients = new ArrayList<>();
  private final Key[] keys;
  private int started;
  private boolean ending;

  private Simulation(long seed, long events, boolean inWords) {
    scenario = Scenario.of(seed, events);
    chance = new Chance(seed);
    trace = new Trace(inWords);
    schedule = new Schedule(scenario.tickNanos(), this::tick);
    auditor = new Auditor(schedule, scenario, trace);
    network = new SimNetwork(schedule, chance, scenario);
    store = new SimStore(schedule, chance, scenario, auditor);
    keys = new Key[scenario.keys()];
    for (int at = 0; at < keys.length; at++) {
      keys[at] = Key.of("k/" + at);
    }
    servers = new SimServer[scenario.servers()];
    for (int at = 0; at < servers.length; at++) {
      servers[at] = start(at);
    }
  }

  static Outcome run(long seed) {
    return run(seed, Scenario.EVENTS_USUALLY);
  }

  static Outcome run(long seed, long events) {
    return new Simulation(seed, events, false).run();
  }

  /** The same run again, this time with words; answers what led to {@code violation}. */
  static String explain(long seed) {
    return explain(seed, Scenario.EVENTS_USUALLY);
  }

  static String explain(long seed, long events) {
    Simulation again = new Simulation(seed, events, true);
    try {
      again.run();
      return "it did not happen again";
    } catch (Violation violation) {
      return again.trace.about(violation.about() == null ? null : keyOf(violation.about()));
    } catch (RuntimeException | AssertionError thrown) {
      return again.trace.about(null);
    }
  }

  private static Object keyOf(Object about) {
    return about instanceof KeyLife life ? life.key : about;
  }

  private Outcome run() {
    for (int at = 0; at < scenario.clients(); at++) {
      clients.add(client(at));
    }
    clients.forEach(SimClient::begin);
    new Operator(clients.get(0)).begin();
    new Disasters(this).begin();
    schedule.runUntil(scenario.busyNanos());
    schedule.runUntil(scenario.busyNanos() + settleNanos());
    ending = true;
    for (SimClient client : clients) {
      client.watches.forEach(Watch::finish);
    }
    schedule.runUntil(schedule.now() + GRAVE_NANOS);
    finish();
    return new Outcome(scenario.seed(), trace.hash(), auditor.leaseYears());
  }

  /** Until the last wait is over, the longest hard term after it, and a lock-delay after that. */
  private long settleNanos() {
    long waitMillis = Math.min(3_600_000, scenario.ttlMillis() * 8);
    long hardMillis = Math.min(86_400_000, scenario.ttlMillis() * 4);
    long delayMillis = Math.min(86_400_000, scenario.ttlMillis() * 2);
    return (waitMillis + hardMillis * 5 / 4 + delayMillis) * Schedule.MILLI + 60 * Schedule.SECOND;
  }

  private void finish() {
    auditor.nothingLeft();
    for (int shard = 0; shard < scenario.shards(); shard++) {
      SimShard owner = null;
      for (SimServer server : servers) {
        SimShard each = server.shard(shard);
        if (each.table() != null) {
          owner = each;
        }
      }
      if (owner == null || owner.table() == null) {
        auditor.fail("liveness", null, "nobody owns shard " + shard);
        return;
      }
      if (owner.unanswered() > 0) {
        auditor.fail("liveness", null, owner.unanswered() + " requests were never answered");
      }
      var census = owner.table().census();
      if (census.leases() + census.sessions() + census.waiters() > 0 || census.watchers() > 1) {
        auditor.fail("liveness", null, "left over: " + census);
      }
    }
    for (SimClient client : clients) {
      for (Watch watch : client.watches) {
        if (watch.complete() && !watch.state().isEmpty()) {
          auditor.fail(
              "G8",
              watch.state().keySet().iterator().next(),
              client.name + "'s watcher still sees " + watch.state());
        }
      }
    }
  }

  private SimClient client(int number) {
    SimClient client = new SimClient(this, "c" + number);
    for (int at = 0; at < scenario.handsPerClient(); at++) {
      client.hands.add(new Hand(client));
    }
    if (chance.percent(scenario.sessionPercent())) {
      client.hearts.add(new Heart(client, chance.below(scenario.shards())));
    }
    if (number < scenario.watchers()) {
      boolean one = chance.oneIn(2);
      Key key = someKey();
      int shard = one ? shardOf(key) : chance.below(scenario.shards());
      client.watches.add(new Watch(client, shard, one ? key : null, "k/"));
    }
    return client;
  }

  // --- the machines

  private void tick() {
    for (SimServer server : servers) {
      server.tick();
    }
  }

  SimServer server(int number) {
    return servers[number];
  }

  private SimServer start(int number) {
    return new SimServer(this, "s" + number + "." + ++started);
  }

  void replace(int number) {
    if (servers[number].crash()) {
      schedule.after(
          chance.spread(100, 5_000) * Schedule.MILLI, () -> servers[number] = start(number));
    }
  }

  void answer(Letter letter, Answer answer) {
    network.carry(() -> letter.from.hear(letter, answer));
  }

  /** Whoever may own the shard hears it: so it arrives twice, or not at all. */
  void carryWord(int shard, Word word) {
    for (SimServer server : servers) {
      network.carry(() -> server.hearWord(shard, word));
    }
  }

  void hangUp(SimClient client) {
    int living = client.incarnation();
    for (SimServer server : servers) {
      network.carry(() -> server.hangUp(client, living));
    }
  }

  List<SimClient> clients() {
    return clients;
  }

  SimClient someClient() {
    return clients.get(chance.below(clients.size()));
  }

  /** The caller of a transfer passes the new leaseId on to a hand of the one it named. */
  void handOn(int shard, Reply.Transferred transferred, @Nullable Life life) {
    Handle lease = transferred.lease();
    for (SimClient client : clients) {
      if (lease != null && client.name.equals(transferred.holder())) {
        Hand hand = client.hands.get(chance.below(client.hands.size()));
        network.carry(
            () -> client.after(0, () -> hand.adopt(shard, lease, transferred.term(), life)));
      }
    }
  }

  // --- what clients want

  /** Clients still begin new things. */
  boolean busy() {
    return schedule.now() < scenario.busyNanos();
  }

  boolean faultsOn() {
    return schedule.now() < scenario.calmFromNanos()
        && scenario.disasterEveryNanos() < scenario.calmFromNanos();
  }

  boolean watching() {
    return !ending;
  }

  Key someKey() {
    return keys[chance.below(keys.length)];
  }

  int shardOf(Key key) {
    return (int) Math.floorMod(key.routingHash(), (long) scenario.shards());
  }

  long someTtlMillis() {
    long ttl = scenario.ttlMillis();
    return Math.max(100, Math.min(86_400_000, chance.spread(Math.max(1, ttl / 2), ttl * 2)));
  }

  long someRenewals() {
    return scenario.contended() ? chance.spread(1, 20) : chance.spread(3, 300);
  }

  long restNanos() {
    long ttl = scenario.ttlMillis() * Schedule.MILLI;
    return chance.spread(ttl / 20, scenario.contended() ? ttl * 2 : ttl / 4);
  }

  long patienceNanos() {
    return Math.min(5_000, 100 + scenario.ttlMillis() / 2) * Schedule.MILLI;
  }

  /** A key is owned in one way, but for a few that are read and written. */
  Mode modeOf(Key key, Chance dice) {
    int kind = (int) Math.floorMod(key.routingHash() >>> 8, 10L);
    if (kind < 6) {
      return Mode.EXCLUSIVE;
    }
    if (kind < 8) {
      return dice.oneIn(3) ? Mode.EXCLUSIVE : Mode.SHARED;
    }
    return dice.oneIn(20) ? Mode.EXCLUSIVE : Mode.slots(1 + kind % 8 * 2);
  }

  Request.Acquire wish(Hand hand, Key key, @Nullable Handle session) {
    long ttl = someTtlMillis();
    Request.Acquire.Builder wish =
        Request.Acquire.of(key, hand.client.name)
            .mode(hand.modeOf(key))
            .requestId(hand.client.newRequestId());
    if (chance.below(10) < 7) {
      wish.waiting(Math.min(3_600_000, chance.spread(1, ttl * 4)));
    }
    if (chance.percent(scenario.lockDelayPercent())) {
      wish.lockDelay(Math.min(86_400_000, chance.spread(1, ttl)));
    }
    if (chance.oneIn(12)) {
      wish.maxLifetime(Math.max(100, chance.spread(ttl / 2, ttl * 4)));
    }
    if (chance.oneIn(10)) {
      wish.value(Value.of("at " + hand.client.name));
    }
    if (session != null) {
      return wish.under(session).build();
    }
    if (chance.oneIn(10)) {
      wish.hardTtl(Math.min(86_400_000, chance.spread(ttl, ttl * 2)));
    }
    return wish.ttl(ttl).build();
  }
}
