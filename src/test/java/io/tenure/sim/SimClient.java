package io.tenure.sim;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** A client process: its hands, its session, its watch and its clock. It may stop, and may die. */
final class SimClient {

  final String name;
  final HolderClock clock;
  final Simulation simulation;
  final List<Hand> hands = new ArrayList<>();
  final List<Heart> hearts = new ArrayList<>();
  final List<Watch> watches = new ArrayList<>();
  private final ArrayDeque<Runnable> inbox = new ArrayDeque<>();
  private final int[] servers;
  private boolean stopped;
  private int incarnation;
  private long requests;

  SimClient(Simulation simulation, String name) {
    this.simulation = simulation;
    this.name = name;
    clock = new HolderClock(simulation.chance);
    servers = new int[simulation.scenario.shards()];
  }

  long nanos() {
    return clock.nanos(simulation.schedule.now());
  }

  int incarnation() {
    return incarnation;
  }

  Chance chance() {
    return simulation.chance;
  }

  String newRequestId() {
    return name + "#" + ++requests;
  }

  void send(Letter letter) {
    int server = servers[letter.shard];
    simulation.network.carry(() -> simulation.server(server).hear(letter));
  }

  /** Without an answer the client tries the other server; a refusal has already sent it on. */
  void lookElsewhere(Letter letter) {
    if (!letter.answered) {
      lookElsewhere(letter.shard);
    }
  }

  void lookElsewhere(int shard) {
    servers[shard] = (servers[shard] + 1) % simulation.scenario.servers();
  }

  SimServer serverOf(int shard) {
    return simulation.server(servers[shard]);
  }

  void hear(Letter letter, Answer answer) {
    int present = incarnation;
    run(
        () -> {
          if (letter.answered || present != incarnation) {
            return;
          }
          letter.answered = true;
          if (answer instanceof Answer.NotHere) {
            lookElsewhere(letter.shard);
          }
          letter.back.answered(letter, answer);
        });
  }

  void after(long nanos, Runnable action) {
    int present = incarnation;
    simulation.schedule.after(
        nanos,
        () ->
            run(
                () -> {
                  if (present == incarnation) {
                    action.run();
                  }
                }));
  }

  /** Stops for a while: its clock goes on, it does nothing, its mail waits. */
  void stop(long nanos) {
    if (stopped) {
      return;
    }
    stopped = true;
    simulation.schedule.after(
        nanos,
        () -> {
          stopped = false;
          for (Runnable each = inbox.poll(); each != null; each = inbox.poll()) {
            each.run();
          }
        });
  }

  /** Dies; a process of the same name starts and knows nothing. */
  void die() {
    incarnation++;
    inbox.clear();
    hands.forEach(Hand::die);
    hearts.forEach(Heart::die);
    watches.forEach(Watch::die);
    simulation.hangUp(this);
    begin();
  }

  void begin() {
    for (Heart heart : hearts) {
      after(chance().between(0, Schedule.SECOND), heart::begin);
    }
    long spread = Math.max(Schedule.SECOND, simulation.scenario.ttlMillis() * Schedule.MILLI);
    for (Hand hand : hands) {
      after(chance().between(0, spread), hand::begin);
    }
    for (Watch watch : watches) {
      after(chance().between(0, Schedule.SECOND), watch::begin);
    }
  }

  private void run(Runnable action) {
    if (stopped) {
      inbox.add(action);
    } else {
      action.run();
    }
  }
}
