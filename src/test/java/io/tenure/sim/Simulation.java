package io.tenure.sim;

import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import io.tenure.api.Reply;
import io.tenure.core.ShardMessage;
import io.tenure.store.LeaseStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One run: servers, a store, clients and a network in virtual time, all chosen by one seed. */
final class Simulation {

  /** The result of a run. */
  record Outcome(long seed, long traceHash, double leaseYears) {}

  /** The longest time for which an ended tenure is remembered, and a little more. */
  private static final long GRAVE_NANOS = 660 * Schedule.SECOND;

  /** The time after which all resyncs of watchers have arrived. */
  private static final long LAST_WORDS_NANOS = 10 * Schedule.SECOND;

  final Scenario scenario;
  final Chance chance;
  final Trace trace;
  final Schedule schedule;
  final Auditor auditor;
  final Habits habits;
  final SimNetwork network;
  final SimStore store;
  private final SimServer[] servers;
  private final List<SimClient> clients = new ArrayList<>();
  private int started;
  private int depth;
  private long wallShiftMillis;
  private boolean ending;

  private Simulation(Scenario scenario, boolean inWords) {
    this.scenario = scenario;
    chance = new Chance(scenario.seed());
    trace = new Trace(inWords);
    schedule = new Schedule(scenario.tickNanos(), this::tick);
    auditor = new Auditor(schedule, scenario, trace);
    network = new SimNetwork(schedule, chance, scenario);
    store = new SimStore(schedule, chance, scenario, auditor);
    habits = new Habits(scenario, chance);
    servers = new SimServer[scenario.servers()];
    for (int at = 0; at < servers.length; at++) {
      servers[at] = start(at);
    }
  }

  static Outcome run(long seed) {
    return run(seed, Scenario.EVENTS_USUALLY);
  }

  static Outcome run(long seed, long events) {
    return run(Scenario.of(seed, events));
  }

  static Outcome run(Scenario scenario) {
    return new Simulation(scenario, false).run();
  }

  /** Repeats the same run with a log, and returns the events that led to {@code violation}. */
  static String explain(long seed) {
    return explain(seed, Scenario.EVENTS_USUALLY);
  }

  static String explain(long seed, long events) {
    return explain(Scenario.of(seed, events));
  }

  static String explain(Scenario scenario) {
    Simulation again = new Simulation(scenario, true);
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
    sendIdleServersHome();
    stopAllButOneThatServe();
    schedule.runUntil(scenario.busyNanos() + settleNanos());
    ending = true;
    for (SimClient client : clients) {
      client.watches.forEach(Watch::finish);
    }
    schedule.runUntil(
        schedule.now() + (scenario.strain().overLosses ? LAST_WORDS_NANOS : GRAVE_NANOS));
    auditor.rethrow();
    new Aftermath(auditor, servers, clients).judge(scenario.shards());
    return new Outcome(scenario.seed(), trace.hash(), auditor.journal.leaseYears());
  }

  /** A standby looks five times a second, which shows nothing new in a calm system. */
  private void sendIdleServersHome() {
    for (int shard = 0; shard < scenario.shards(); shard++) {
      int wanted = shard;
      if (Arrays.stream(servers).allMatch(server -> server.serving(wanted) == null)) {
        return;
      }
    }
    for (SimServer server : servers) {
      if (!server.servesAny()) {
        server.crash();
      }
    }
  }

  /**
   * The messages of a session do not reach its leases on another server, so the operator of two
   * servers that share the shards must stop one of them.
   */
  private void stopAllButOneThatServe() {
    Arrays.stream(servers)
        .filter(SimServer::servesAny)
        .skip(1)
        .forEach(server -> server.leave(() -> {}));
  }

  /** The time until the last wait is over, then the longest hard term, then a lock-delay. */
  private long settleNanos() {
    long waitMillis = Math.min(3_600_000, scenario.ttlMillis() * 8);
    long hardMillis = Math.min(86_400_000, scenario.ttlMillis() * 4);
    long delayMillis = Math.min(86_400_000, scenario.ttlMillis() * 2);
    return (waitMillis + hardMillis * 5 / 4 + delayMillis) * Schedule.MILLI + 60 * Schedule.SECOND;
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
      Key key = habits.someKey();
      int shard = one ? habits.shardOf(key) : chance.below(scenario.shards());
      client.watches.add(new Watch(client, shard, one ? key : null, "k/"));
    }
    return client;
  }

  private void tick() {
    for (SimServer server : servers) {
      server.tick();
    }
  }

  SimServer server(int number) {
    return servers[number];
  }

  private SimServer start(int number) {
    String name = "s" + number + "." + ++started;
    boolean forEver = scenario.ownershipMillis() == LeaseStore.FOR_EVER;
    return new SimServer(this, name, forEver ? "s" + number : name);
  }

  void replace(int number) {
    if (servers[number].crash()) {
      startAgain(number);
    }
  }

  void replaceAll() {
    for (int number = 0; number < servers.length; number++) {
      replace(number);
    }
  }

  /** Sometimes the last server that knows the lost data of the store is lost, too. */
  void writesAnew(SimServer server) {
    if (faultsOn() && chance.oneIn(2)) {
      schedule.after(
          chance.spread(1, 200) * Schedule.MILLI,
          () -> {
            for (int number = 0; number < servers.length; number++) {
              if (servers[number] == server) {
                replace(number);
              }
            }
          });
    }
  }

  void letGo(int number) {
    servers[number].leave(() -> startAgain(number));
  }

  private void startAgain(int number) {
    schedule.after(
        chance.spread(100, 5_000) * Schedule.MILLI, () -> servers[number] = start(number));
  }

  /** Time passes for other processes, in the middle of an action. */
  void runAside(long nanos) {
    depth++;
    schedule.runUntil(schedule.now() + nanos);
    depth--;
  }

  int depth() {
    return depth;
  }

  long wallShiftMillis() {
    return wallShiftMillis;
  }

  /**
   * A machine with a wall clock that is set during a suspension cannot know how long it was
   * suspended.
   */
  void setWall(long shiftMillis) {
    if (depth() == 0 && Arrays.stream(servers).noneMatch(SimServer::asleep)) {
      wallShiftMillis = shiftMillis;
    }
  }

  void answer(Letter letter, Answer answer) {
    network.carry(() -> letter.from.hear(letter, answer));
  }

  /** Carries a message between shards, which stays within a server. */
  void carryWord(SimServer server, int shard, ShardMessage message) {
    auditor.journal.tells(shard, message);
    network.carry(() -> server.hearWord(shard, message));
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

  /** The caller of a transfer passes the new leaseId to a hand of the named holder. */
  void handOn(int shard, Reply.Transferred transferred, @Nullable Life life) {
    LeaseId lease = transferred.lease();
    for (SimClient client : clients) {
      if (lease != null && client.name.equals(transferred.holder())) {
        Hand hand = client.hands.get(chance.below(client.hands.size()));
        network.carry(
            () -> client.after(0, () -> hand.adopt(shard, lease, transferred.validity(), life)));
      }
    }
  }

  /** Whether clients still begin new requests. */
  boolean busy() {
    return schedule.now() < scenario.busyNanos();
  }

  boolean faultsOn() {
    return schedule.now() < scenario.calmFromNanos() && strikes();
  }

  boolean strikes() {
    return scenario.strain().overLosses || scenario.disasterEveryNanos() < scenario.calmFromNanos();
  }

  boolean watching() {
    return !ending;
  }
}
