package io.tenure.fault;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Checks that a server stays silent about a shard once its successor has answered for it. The
 * silence ends when a grant of a later epoch proves ownership again, or when the successor has
 * departed.
 */
final class ZombieLaw {

  /** Without a freeze an answer may wait in the buffers of a client that is busy. */
  private static final long UNDER_WAY_NANOS = 250_000_000;

  private static final int SEQUENCE_BITS = 22;

  /** A server's time as the owner of a shard: its first answer, and its last new token. */
  private static final class Reign {
    final String server;
    final long firstHeardNanos;
    long token;

    Reign(String server, long firstHeardNanos) {
      this.server = server;
      this.firstHeardNanos = firstHeardNanos;
    }
  }

  private final Verdict verdict;
  private final Excuse excuse;
  private final List<Freeze> freezes;
  private final List<Departure> departures;
  private final Map<Integer, List<Reign>> reigns = new HashMap<>();
  private final Map<String, Integer> shards = new HashMap<>();

  ZombieLaw(Verdict verdict, Excuse excuse, List<Freeze> freezes, List<Departure> departures) {
    this.verdict = verdict;
    this.excuse = excuse;
    this.freezes = freezes;
    this.departures = departures;
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
      // A keep-alive speaks for the home of its session, not for the shards of the leases.
      boolean forItsShard = !FenceLaw.concerns(each) && each.verb() != Operation.Verb.KEEP;
      Integer shard = forItsShard ? shards.get(each.key()) : null;
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
      long token = freshToken(each);
      if (current != null && current.server.equals(each.server())) {
        judgeToken(shard, succession, each, token);
        current.token = Math.max(current.token, token);
      } else if (current == null || !spokeBefore(succession, each.server())) {
        Reign begun = new Reign(each.server(), each.doneNanos());
        begun.token = token;
        judgeToken(shard, succession, each, token);
        succession.add(begun);
      } else if (decidedAfter(each, current.firstHeardNanos)) {
        if (departed(current.server, each) || provesReturn(each.server(), current, spoken, i)) {
          succession.add(new Reign(each.server(), each.doneNanos()));
        } else {
          accuse(shard, current, each);
        }
      }
    }
  }

  private boolean departed(String server, Operation told) {
    return departures.stream().anyMatch(each -> each.server().equals(server) && each.before(told));
  }

  /**
   * A pause after the decision changes nothing; only an answer that came later was decided later.
   */
  private boolean decidedAfter(Operation told, long succeededNanos) {
    return told.sentNanos() > succeededNanos
        || told.doneNanos() - succeededNanos > UNDER_WAY_NANOS
            && freezes.stream().noneMatch(each -> each.heldUp(told));
  }

  private void judgeToken(int shard, List<Reign> succession, Operation told, long token) {
    for (Reign reign : succession) {
      boolean another = !reign.server.equals(told.server());
      if (token != 0 && another && !later(token, reign, told)) {
        accuse(shard, reign, told);
      }
    }
  }

  private static boolean spokeBefore(List<Reign> succession, String server) {
    return succession.stream().anyMatch(reign -> reign.server.equals(server));
  }

  /** Whether the first new lease that the server grants from here on belongs to a later epoch. */
  private boolean provesReturn(String server, Reign current, List<Operation> spoken, int from) {
    for (int i = from; i < spoken.size(); i++) {
      Operation told = spoken.get(i);
      if (told.server().equals(server) && freshToken(told) != 0) {
        return later(freshToken(told), current, told);
      }
    }
    return false;
  }

  /**
   * Compares the epochs. Two claims of one second share an epoch when the first of them was lost,
   * and the later one goes on with larger numbers.
   */
  private boolean later(long token, Reign reign, Operation told) {
    long epochs = (token >>> SEQUENCE_BITS) - (reign.token >>> SEQUENCE_BITS);
    return epochs > 0 || epochs == 0 && token > reign.token && excuse.knowsLess(told);
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

  /** The token of a new lease with an epoch; else 0. */
  private static long freshToken(Operation told) {
    return told.told() instanceof Told.Granted granted
            && !granted.repeated()
            && granted.token() >>> SEQUENCE_BITS != 0
        ? granted.token()
        : 0;
  }
}
