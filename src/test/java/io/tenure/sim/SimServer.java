package io.tenure.sim;

import io.tenure.core.Word;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * A server process: it crashes for ever (a successor takes its place), or stops for a while, when
 * its clock and its mailbox go on. On waking it hears its mailbox, renewals first.
 */
final class SimServer {

  final String name;
  final HolderClock clock;
  private final Simulation simulation;
  private final SimShard[] shards;
  private final ArrayDeque<Letter> letters = new ArrayDeque<>();
  private final ArrayDeque<Runnable> turns = new ArrayDeque<>();
  private boolean crashed;
  private boolean stopped;
  private long cutUntilNanos;

  SimServer(Simulation simulation, String name) {
    this.simulation = simulation;
    this.name = name;
    clock = new HolderClock(simulation.chance);
    shards = new SimShard[simulation.scenario.shards()];
    for (int shard = 0; shard < shards.length; shard++) {
      shards[shard] = new SimShard(simulation, this, shard);
    }
  }

  SimShard shard(int index) {
    return shards[index];
  }

  long nanos() {
    return clock.nanos(simulation.schedule.now());
  }

  long cutUntilNanos() {
    return cutUntilNanos;
  }

  void hear(Letter letter) {
    if (crashed) {
      return;
    }
    letter.arrivedNanos = simulation.schedule.now();
    if (stopped) {
      letters.add(letter);
    } else {
      shards[letter.shard].hear(letter);
    }
  }

  void hearWord(int shard, Word word) {
    inTurn(() -> shards[shard].hear(word));
  }

  /** Runs when the process can: at once, on waking, or never. */
  void inTurn(Runnable turn) {
    if (crashed) {
      return;
    }
    if (stopped) {
      turns.add(turn);
    } else {
      turn.run();
    }
  }

  void tick() {
    if (!crashed && !stopped) {
      for (SimShard shard : shards) {
        shard.tick();
      }
    }
  }

  void cutFromStore(long nanos) {
    cutUntilNanos = simulation.schedule.now() + nanos;
  }

  /** The streams and waiting calls of earlier lives of a client. */
  void hangUp(SimClient client, int living) {
    inTurn(
        () -> {
          for (SimShard shard : shards) {
            shard.hangUp(client, living);
          }
        });
  }

  /** Answers whether it was still running. */
  boolean crash() {
    if (crashed) {
      return false;
    }
    crashed = true;
    for (SimShard shard : shards) {
      shard.crash();
    }
    return true;
  }

  void stop(long nanos) {
    if (!stopped && !crashed) {
      stopped = true;
      for (SimShard shard : shards) {
        simulation.auditor.stalled(shard.index(), simulation.schedule.now() + nanos);
      }
      simulation.schedule.after(nanos, this::wake);
    }
  }

  private void wake() {
    if (crashed) {
      return;
    }
    stopped = false;
    for (boolean renewals : new boolean[] {true, false}) {
      for (Letter letter : letters) {
        if (letter.renewal() == renewals) {
          shards[letter.shard].hear(letter);
        }
      }
    }
    letters.clear();
    for (@Nullable Runnable turn = turns.poll(); turn != null; turn = turns.poll()) {
      turn.run();
    }
    tick();
  }
}
