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

/** The auditor's book of one shard. */
final class ShardAudit {

  final Map<Key, KeyLife> keys = new HashMap<>();
  EventLog log;

  /** Ends may have been told before they were kept. */
  private final boolean relaxed;

  /** Kept once, ever. */
  final Map<Long, Life> lives = new HashMap<>();

  /** Kept, and not over. */
  final Set<Life> living = new LinkedHashSet<>();

  /** What each requestId did. */
  final Map<String, Object> effects = new HashMap<>();

  final Map<String, Long> fences = new HashMap<>();

  /** By the first half of the secret. */
  final Map<Long, Life> sessions = new HashMap<>();

  /** Decided by the present table, not kept. */
  final IdentityHashMap<Change, Life> beginning = new IdentityHashMap<>();

  final Map<Long, Life> unkept = new HashMap<>();

  /**
   * What a table that is no more has decided, or one beside the owner's, by the first half of the
   * secret: a store that forgot the claims since may still take its late batch.
   */
  final Map<Long, Life> givenUp = new HashMap<>();

  /** What ended last, if it was handed on and nothing has begun since. */
  @Nullable Life handedOn;

  final List<Life> ending = new ArrayList<>();
  final List<Life> dooming = new ArrayList<>();

  /** Keys whose lock-delay was lifted since the table opened: recovery may bring it back. */
  final Set<KeyLife> unbarred = new LinkedHashSet<>();

  /** Keys that somebody has waited for since the table opened. */
  final Set<KeyLife> waitedFor = new LinkedHashSet<>();

  /** Sessions of other shards that this one has heard the end of. */
  final Map<Long, Long> heardOver = new HashMap<>();

  /** The one whose decisions count: of two that serve, the one whose claim the store knows. */
  @Nullable SimShard host;

  @Nullable String claimedBy;
  long claimedNanos;
  long claimedEpoch;

  /** The owner that writes everything again: nothing counts as durable until all is. */
  @Nullable SimShard anewBy;

  /**
   * Two have claimed the same epoch, in the same second, because a claim was lost: from now on no
   * witness knows whose state a store is in that was put back.
   */
  boolean epochTwice;

  boolean claimedByTheDead;

  /** Servers that have claimed in quarantine, and not loaded since. */
  private final Set<String> reckonWithLoss = new HashSet<>();

  /** When the store lost something. */
  final NavigableSet<Long> forgottenNanos = new TreeSet<>();

  /** Its owner has loaded what may not be all. */
  boolean doubtful;

  /** Nothing begins before, stalls since it opened added. */
  long quarantinedNanos;

  /** When its owner left in order, and all was well; else 0. */
  long leftNanos;

  long openedNanos;
  long stoppedNanos = Long.MIN_VALUE;
  long stalledNanos;
  long stalledBeforeNanos;

  /** What of the stalls may lengthen a lease. */
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
   * A session of which leases may be lost is over for its holder, and lives on for all others; so
   * is a lease with a hard term, after which another may have come.
   */
  boolean runsOut(Life life) {
    boolean recoveredInDoubt = doubtful && life.beganNanos < openedNanos;
    return life.key == null
        ? recoveredInDoubt || life.doomedNanos != 0
        : recoveredInDoubt && life.tenure.hardTtlMillis() > life.tenure.ttlMillis();
  }

  /** Whether somebody serves under a later claim than this one's, which the store forgot. */
  boolean servedBeside(SimShard other) {
    return host != null
        && host.serverName().equals(claimedBy)
        && !other.serverName().equals(claimedBy);
  }

  /** Whether the one whose claim the store knows has opened before {@code nanos}. */
  boolean succeeded(SimShard other, long nanos) {
    return servedBeside(other) && openedNanos < nanos;
  }

  /** Whoever loads has claimed: nothing that was decided before will be kept any more. */
  void giveUpUnkept() {
    unkept.values().forEach(this::giveUp);
    unkept.clear();
    beginning.clear();
  }

  /** Whoever opens in a quarantine does not know what was lost. */
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
      // Another server may have loaded the shard meanwhile, whose claim is lost again.
      anewBy = null;
    }
  }

  void forgetEffects() {
    fences.clear();
    effects.clear();
  }

  void giveUp(Life life) {
    life.lost = true;
    givenUp.put(life.tenure.secretHigh(), life);
  }

  /** The table is gone, and with it whatever was not kept; a batch on its way may still be. */
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
          // It was written anew when its end was decided already, and that end was not kept.
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

  /** {@code doubt}: of a claim; empty when nothing can have been lost. */
  void reckonWithLoss(String server, String doubt) {
    if (!doubt.isEmpty()) {
      reckonWithLoss.add(server);
    }
  }

  /** Whether what {@code server} loads now may lack something. */
  boolean reckonsWithLoss(String server) {
    return reckonWithLoss.remove(server);
  }
}
