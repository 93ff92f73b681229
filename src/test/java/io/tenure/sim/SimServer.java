package io.tenure.sim;

import io.tenure.core.ShardMessage;
import io.tenure.shard.LoopByHand;
import io.vertx.core.Future;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A server process: real shards on a real loop. It crashes for ever (a successor takes its place),
 * stops in order, or pauses for a while, when its mail and the answers of the store wait for it.
 */
final class SimServer {

  /**
   * The nesting of delays within the turns of delayed servers; deeper nesting is rare enough to
   * leave out.
   */
  private static final int DEPTH_MAX = 2;

  final String name;
  final ServerClock clock;
  private final Simulation simulation;
  private final LoopByHand loop;
  private final SimShard[] shards;
  private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
  private boolean crashed;
  private boolean stopped;
  private boolean asleep;
  private boolean turning;
  private boolean leaving;
  private final long startedNanos;
  private long cutUntilNanos;
  private long turnedNanos;

  /** {@code owner}: its name in the store. */
  SimServer(Simulation simulation, String name, String owner) {
    this.simulation = simulation;
    this.name = name;
    startedNanos = simulation.schedule.now();
    clock = new ServerClock(simulation, this);
    loop = new LoopByHand(clock, this::inTurn);
    shards = new SimShard[simulation.scenario.shards()];
    var store = simulation.store.reachedBy(this);
    for (int shard = 0; shard < shards.length; shard++) {
      shards[shard] = new SimShard(simulation, this, loop, shard);
      loop.add(
          shard,
          simulation.scenario.rules(owner),
          store,
          simulation.chance::next,
          new LoopByHand.Words(
              shards.length, (to, message) -> simulation.carryWord(this, to, message)),
          shards[shard]);
    }
  }

  /** The machine: its processes follow one another, and share the memory of the machine. */
  String machine() {
    return name.substring(0, name.indexOf('.'));
  }

  /** The number of its machine, on which its successors run as well. */
  int number() {
    return Integer.parseInt(machine().substring(1));
  }

  SimShard shard(int index) {
    return shards[index];
  }

  long startedNanos() {
    return startedNanos;
  }

  long cutUntilNanos() {
    return cutUntilNanos;
  }

  void hear(Letter letter) {
    if (!crashed) {
      shards[letter.shard].hear(letter);
    }
  }

  void hearWord(int shard, ShardMessage message) {
    if (!crashed) {
      loop.hear(shard, message, () -> shards[shard].hears(message));
    }
  }

  /** Runs the task when the process can: at once, on waking, or never. */
  void inTurn(Runnable task) {
    if (!crashed) {
      tasks.add(task);
      turn();
    }
  }

  private void turn() {
    if (turning || stopped) {
      return;
    }
    turning = true;
    turnedNanos = simulation.schedule.now();
    for (Runnable task = tasks.poll(); task != null && !crashed; task = tasks.poll()) {
      task.run();
      endTurn();
      simulation.auditor.rethrow();
    }
    turning = false;
  }

  void tick() {
    if (turning || stopped || crashed) {
      return;
    }
    turning = true;
    turnedNanos = simulation.schedule.now();
    for (SimShard shard : shards) {
      shard.heardAll();
    }
    loop.tick();
    endTurn();
    turning = false;
    simulation.auditor.rethrow();
    turn();
  }

  private void endTurn() {
    for (SimShard shard : shards) {
      shard.endTurn();
    }
  }

  void cutFromStore(long nanos) {
    cutUntilNanos = simulation.schedule.now() + nanos;
    // Also when the server sends nothing meanwhile, because it cannot connect again.
    simulation.auditor.disturbed(cutUntilNanos + 3 * Schedule.SECOND);
  }

  /** Closes the streams and waiting calls of earlier lives of a client. */
  void hangUp(SimClient client, int living) {
    if (!crashed) {
      for (SimShard shard : shards) {
        shard.hangUp(client, living);
      }
    }
  }

  /** The time of its last turn. */
  long turnedNanos() {
    return turnedNanos;
  }

  boolean leaving() {
    return leaving;
  }

  /** Crashes, and returns whether it did: not in the middle of a turn, nor twice. */
  boolean crash() {
    if (crashed || turning) {
      return false;
    }
    die();
    return true;
  }

  private void die() {
    crashed = true;
    for (SimShard shard : shards) {
      shard.crash();
    }
  }

  /** Hands every shard back in order, then ends; returns whether it had not begun to before. */
  boolean leave(Runnable gone) {
    if (crashed || leaving) {
      return false;
    }
    leaving = true;
    inTurn(
        () -> {
          List<Future<?>> left = new ArrayList<>();
          for (SimShard shard : shards) {
            left.add(loop.leave(shard.index()));
          }
          Future.join(left)
              .onComplete(
                  all -> {
                    if (!crashed) {
                      die();
                      gone.run();
                    }
                  });
        });
    return true;
  }

  /** Pauses the process for a while; if the machine is suspended, its clock stands still too. */
  void stop(long nanos, boolean suspended) {
    if (!stopped && !crashed && !turning) {
      stopped = true;
      asleep = suspended;
      stalls(simulation.schedule.now() + nanos, suspended);
      simulation.schedule.after(
          nanos,
          () -> {
            clock.suspended(suspended ? nanos : 0);
            wake();
          });
    }
  }

  private void stalls(long untilNanos, boolean suspended) {
    for (SimShard shard : shards) {
      simulation.auditor.stalled(shard, untilNanos, suspended);
    }
  }

  /** Delays the server in the middle of a turn; events of other processes happen meanwhile. */
  void heldUp() {
    if (!turning || crashed || simulation.depth() >= DEPTH_MAX || !simulation.faultsOn()) {
      return;
    }
    long nanos =
        simulation.chance.spread(1, simulation.scenario.heldUpMillisMax()) * Schedule.MILLI;
    boolean suspended = simulation.chance.oneIn(3);
    stalls(simulation.schedule.now() + nanos, suspended);
    long fromNanos = simulation.schedule.now();
    simulation.runAside(nanos);
    long heldUpNanos = simulation.schedule.now() - fromNanos;
    if (suspended) {
      clock.suspended(heldUpNanos);
      Arrays.stream(shards)
          .forEach(shard -> simulation.auditor.sleptLonger(shard, heldUpNanos - nanos));
    }
  }

  /** Whether its machine is suspended. */
  boolean asleep() {
    return asleep && stopped && !crashed;
  }

  private void wake() {
    if (crashed) {
      return;
    }
    stopped = false;
    // A loop that wakes up may see its events in any order.
    if (simulation.chance.oneIn(2)) {
      tick();
    }
    turn();
    tick();
  }

  boolean servesAny() {
    return Arrays.stream(shards).anyMatch(shard -> serving(shard.index()) != null);
  }

  @Nullable SimShard serving(int shard) {
    return !crashed && loop.serves(shard) ? shards[shard] : null;
  }
}
