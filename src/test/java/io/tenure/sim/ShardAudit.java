package io.tenure.sim;

import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import io.tenure.core.Change;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The records of the auditor about one shard. */
final class ShardAudit {

  final Map<Key, KeyLife> keys = new HashMap<>();
  EventLog log;

  /** Ends may have been reported before they were durable. */
  private final boolean relaxed;

  /** All leases and sessions that were ever durable. */
  final Map<Long, Life> lives = new HashMap<>();

  /** Durable, and not over. */
  final Set<Life> living = new LinkedHashSet<>();

  /** The effect of each requestId. */
  final Map<String, Object> effects = new HashMap<>();

  final Map<String, Long> fences = new HashMap<>();

  /** The sessions, by the first half of the secret. */
  final Map<Long, Life> sessions = new HashMap<>();

  /** Decided by the present table, not durable. */
  final IdentityHashMap<Change, Life> beginning = new IdentityHashMap<>();

  final Map<Long, Life> unkept = new HashMap<>();

  /**
   * The decisions of a former table, or of a server that serves together with the owner, by the
   * first half of the secret. A store that forgot the claims since may still accept its late batch.
   */
  final Map<Long, Life> givenUp = new HashMap<>();

  /** The last ended lease, if it was transferred and nothing has begun since. */
  @Nullable Life handedOn;

  final List<Life> ending = new ArrayList<>();
  final List<Life> dooming = new ArrayList<>();

  /** Keys with a lock-delay that was lifted since the table opened: recovery may bring it back. */
  final Set<KeyLife> unbarred = new LinkedHashSet<>();

  /** Keys with waiters since the table opened. */
  final Set<KeyLife> waitedFor = new LinkedHashSet<>();

  /** Sessions of other shards with an end that this shard knows. */
  final Map<Long, Long> heardOver = new HashMap<>();

  /**
   * The server with the decisions that count: of two that serve, the one with the claim that the
   * store knows.
   */
  @Nullable SimShard host;

  @Nullable String claimedBy;
  long claimedNanos;
  long claimedEpoch;

  /** The owner that rewrites everything: nothing counts as durable until all is written. */
  @Nullable SimShard anewBy;

  /**
   * Two servers have claimed the same epoch, in the same second, because a claim was lost. From now
   * on no witness can tell the state of a restored store.
   */
  boolean epochTwice;

  boolean claimedByTheDead;

  /** Servers that have claimed in quarantine, and have not loaded since. */
  private final Set<String> reckonWithLoss = new HashSet<>();

  /** The times at which the store lost something. */
  final NavigableSet<Long> forgottenNanos = new TreeSet<>();

  /** Its owner has loaded data that may be incomplete. */
  boolean doubtful;

  /** No lease begins before this time, plus the stalls since the opening. */
  long quarantinedNanos;

  /** The time at which its owner left in order, with all well; else 0. */
  long leftNanos;

  long openedNanos;
  long stoppedNanos = Long.MIN_VALUE;
  long stalledNanos;
  long stalledBeforeNanos;

  /** The part of the stalls that may lengthen a lease. */
  final Amnesty amnesty = new Amnesty();

  long healthyFromNanos;

  ShardAudit(EventLog log, boolean relaxed) {
    this.log = log;
    this.relaxed = relaxed;
  }

  KeyLife key(Key key) {
    return keys.computeIfAbsent(key, KeyLife::new);
  }

  @Nullable Life life(long token) {
    Life life = lives.get(token);
    return life != null ? life : unkept.get(token);
  }

  @Nullable Life life(LeaseId lease) {
    return Stream.concat(living.stream(), unkept.values().stream())
        .filter(life -> life.tenure.secretHigh() == lease.secretHigh())
        .findFirst()
        .orElse(null);
  }

  /**
   * A session with leases that may be lost is over for its holder, and lives on for all others. The
   * same is true of a lease with a hard term, because another lease may have followed it.
   */
  boolean runsOut(Life life) {
    boolean recoveredInDoubt = doubtful && life.beganNanos < openedNanos;
    return life.key == null
        ? recoveredInDoubt || life.doomedNanos != 0
        : recoveredInDoubt && life.tenure.hardTtlMillis() > life.tenure.ttlMillis();
  }

  /** Whether another server serves under a later claim than this one's, which the store forgot. */
  boolean servedBeside(SimShard other) {
    return host != null
        && host.serverName().equals(claimedBy)
        && !other.serverName().equals(claimedBy);
  }

  /** Whether the server with the claim that the store knows has opened before {@code nanos}. */
  boolean succeeded(SimShard other, long nanos) {
    return servedBeside(other) && openedNanos < nanos;
  }

  /** A server that loads has claimed: earlier decisions that are not durable never will be. */
  void giveUpUnkept() {
    unkept.values().forEach(this::giveUp);
    unkept.clear();
    beginning.clear();
  }

  /** A server that opens in a quarantine does not know the losses. */
  void opened(SimShard by, long nowNanos, long quarantineMillis) {
    doubtful = quarantineMillis > 0;
    quarantinedNanos = doubtful ? nowNanos + Life.latest(quarantineMillis * Schedule.MILLI) : 0;
    dropped(host);
    host = by;
    heardOver.clear();
    openedNanos = nowNanos;
    stalledBeforeNanos = stalledNanos;
    amnesty.opened(nowNanos);
    log.opened();
    anewBy = null;
    if (doubtful) {
      forgetEffects();
    }
  }

  void writesAnew(SimShard by, boolean begins) {
    if (begins && by == host) {
      anewBy = by;
    } else if (!begins && by == anewBy) {
      // Another server may have loaded the shard meanwhile, with a claim that is lost again.
      anewBy = null;
    }
  }

  /**
   * Forgets marks of fences only after a loss: a mark is reported when it is durable, and only a
   * store that loses data lowers it.
   */
  void forgetEffects() {
    if (!forgottenNanos.isEmpty()) {
      fences.clear();
    }
    effects.clear();
  }

  void giveUp(Life life) {
    life.lost = true;
    givenUp.put(life.tenure.secretHigh(), life);
  }

  /**
   * The table is gone with all that was not durable; a batch under way may still become durable.
   */
  void dropped(@Nullable SimShard by) {
    if (host != by) {
      return;
    }
    host = null;
    for (Life life : ending) {
      if (!life.ended) {
        life.endDecidedNanos = Life.NEVER;
        life.revived |= relaxed;
        KeyLife key = life.key;
        if (key != null && key.barredBy == life) {
          key.barredNanos = 0;
        }
        if (life.kept && living.add(life)) {
          // The lease was rewritten after its end was decided, and that end was not durable.
          admit(life);
        }
      }
    }
    for (Life life : dooming) {
      life.doomedNanos = life.doomKept ? life.doomedNanos : 0;
    }
    dooming.clear();
    ending.clear();
    waitedFor.forEach(KeyLife::nobodyWaits);
    waitedFor.clear();
    unbarred.forEach(key -> key.barred = true);
    unbarred.clear();
  }

  private void admit(Life life) {
    if (life.key == null) {
      sessions.put(life.tenure.secretHigh(), life);
    } else {
      life.key.admit(life);
    }
  }

  /** {@code doubt}: the doubt of a claim; empty when nothing can have been lost. */
  void reckonWithLoss(String server, String doubt) {
    if (!doubt.isEmpty()) {
      reckonWithLoss.add(server);
    }
  }

  /** Whether the data that {@code server} loads now may be incomplete. */
  boolean reckonsWithLoss(String server) {
    return reckonWithLoss.remove(server);
  }
}
