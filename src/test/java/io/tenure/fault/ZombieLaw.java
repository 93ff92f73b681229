package io.tenure.fault;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Once a successor has spoken for a shard, the server before it is silent about it, until it proves
 * by a grant of a still later epoch that it owns the shard again.
 */
final class ZombieLaw {

  /** Without a freeze an answer may lie in the buffers of a client that is busy. */
  private static final long UNDER_WAY_NANOS = 250_000_000;

  private static final int SEQUENCE_BITS = 22;

  /** A server's time as the owner of a shard: when it was first heard, and its last epoch. */
  private static final class Reign {
    final String server;
    final long firstHeardNanos;
    long epoch;

    Reign(String server, long firstHeardNanos) {
      this.server = server;
      this.firstHeardNanos = firstHeardNanos;
    }
  }

  private final Verdict verdict;
  private final List<Freeze> freezes;
  private final Map<Integer, List<Reign>> reigns = new HashMap<>();
  private final Map<String, Integer> shards = new HashMap<>();

  ZombieLaw(Verdict verdict, List<Freeze> freezes) {
    this.verdict = verdict;
    this.freezes = freezes;
  }

  /** {@code operations} in the order in which they were done. */
  void judge(List<Operation> operations) {
    for (Operation each : operations) {
      if (each.told() instanceof Told.Granted granted) {
        shards.put(each.key(), granted.shard());
      }
    }
    Map<Integer, List<Operation>> spoken = new HashMap<>();
    for (Operation each : operations) {
      Integer shard = FenceLaw.concerns(each) ? null : shards.get(each.key());
      if (shard != null && each.told().speaks()) {
        spoken.computeIfAbsent(shard, none -> new ArrayList<>()).add(each);
      }
    }
    spoken.forEach(this::judgeShard);
  }

  private void judgeShard(int shard, List<Operation> spoken) {
    List<Reign> succession = reigns.computeIfAbsent(shard, none -> new ArrayList<>());
    for (int i = 0; i < spoken.size(); i++) {
      Operation each = spoken.get(i);
      Reign current = succession.isEmpty() ? null : succession.get(succession.size() - 1);
      long epoch = freshEpoch(each);
      if (current != null && current.server.equals(each.server())) {
        judgeEpoch(shard, succession, each, epoch);
        current.epoch = Math.max(current.epoch, epoch);
      } else if (current == null || !spokeBefore(succession, each.server())) {
        Reign begun = new Reign(each.server(), each.doneNanos());
        begun.epoch = epoch;
        judgeEpoch(shard, succession, each, epoch);
        succession.add(begun);
      } else if (decidedAfter(each, current.firstHeardNanos)) {
        if (provesReturn(each.server(), current.epoch, spoken, i)) {
          succession.add(new Reign(each.server(), each.doneNanos()));
        } else {
          accuse(shard, current, each);
        }
      }
    }
  }

  /** A pause after the decision changes nothing; only what came later was decided later. */
  private boolean decidedAfter(Operation told, long succeededNanos) {
    return told.sentNanos() > succeededNanos
        || told.doneNanos() - succeededNanos > UNDER_WAY_NANOS
            && freezes.stream().noneMatch(each -> each.heldUp(told));
  }

  private void judgeEpoch(int shard, List<Reign> succession, Operation told, long epoch) {
    for (Reign reign : succession) {
      boolean another = !reign.server.equals(told.server());
      if (epoch != 0 && another && epoch <= reign.epoch) {
        accuse(shard, reign, told);
      }
    }
  }

  private static boolean spokeBefore(List<Reign> succession, String server) {
    return succession.stream().anyMatch(reign -> reign.server.equals(server));
  }

  /** Whether the first new lease it grants from here on belongs to a later epoch. */
  private static boolean provesReturn(String server, long epoch, List<Operation> spoken, int from) {
    for (int i = from; i < spoken.size(); i++) {
      if (spoken.get(i).server().equals(server) && freshEpoch(spoken.get(i)) != 0) {
        return freshEpoch(spoken.get(i)) > epoch;
      }
    }
    return false;
  }

  private void accuse(int shard, @Nullable Reign successor, Operation told) {
    verdict.broken(
        Law.SILENT_ZOMBIE,
        told.key(),
        told.server()
            + " speaks for shard "
            + shard
            + " after "
            + (successor == null ? "another" : successor.server)
            + ": "
            + told);
  }

  /** The epoch of a new lease; 0 when nothing new was granted. */
  private static long freshEpoch(Operation told) {
    return told.told() instanceof Told.Granted granted && !granted.repeated()
        ? granted.token() >>> SEQUENCE_BITS
        : 0;
  }
}
