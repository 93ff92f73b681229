package io.tenure.sim;

import io.tenure.core.Change;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Compares the data that an owner loads with the durable data. Without a quarantine nothing may be
 * missing.
 *
 * <p>With a quarantine, the store has lost data that no server had in memory any more. Such a loss
 * is excused, because no server can know of it. A lost lease is unknown to the server (404), though
 * its holder believes in it to its end, and no other holder may be granted the key until then. A
 * lost end revives its lease. Its holder may be informed that the lease goes on, while the holder
 * of a lost successor still believes in its own, so that only the tokens tell these two apart. Lost
 * requestIds, lock-delays, fences and breaks are new again (G7). Everything else is judged as ever:
 * a holder believes in a lost lease under a session for as long as the session is kept alive, so
 * the session must not be kept alive.
 */
final class Losses {

  private final Auditor auditor;
  private final ShardAudit[] shards;

  Losses(Auditor auditor, ShardAudit[] shards) {
    this.auditor = auditor;
    this.shards = shards;
  }

  void loads(ShardAudit shard, String server, List<Change> kept) {
    Set<Long> living = living(kept);
    shard.giveUpUnkept();
    boolean reckonedWith = shard.reckonsWithLoss(server);
    if (!reckonedWith && !shard.epochTwice) {
      nothingIsMissing(shard, living);
    } else {
      reconcile(shard, living);
      rememberEnds(shard, kept, living);
      forgetDooms(shard, kept);
    }
  }

  private static Set<Long> living(List<Change> kept) {
    Map<Integer, Long> bySlot = new HashMap<>();
    for (Change change : kept) {
      if (change instanceof Change.Begin begin) {
        bySlot.put(begin.tenure().row(), begin.tenure().token());
      } else if (change instanceof Change.End end) {
        bySlot.remove(end.row(), end.token());
      } else if (change instanceof Change.Forget forget) {
        bySlot.remove(forget.row(), forget.token());
      }
    }
    return new HashSet<>(bySlot.values());
  }

  private void nothingIsMissing(ShardAudit shard, Set<Long> living) {
    for (Life life : shard.living) {
      if (!living.contains(life.token())) {
        auditor.fail("G5", life.key, life + " was kept, and is missing");
      }
    }
    for (long token : living) {
      Life life = shard.lives.get(token);
      if (life == null || !shard.living.contains(life)) {
        auditor.fail("G5", life == null ? null : life.key, token + " is over, and lives again");
      }
    }
  }

  private void reconcile(ShardAudit shard, Set<Long> living) {
    shard.dropped(shard.host);
    List.copyOf(shard.living).stream()
        .filter(life -> !living.contains(life.token()))
        .forEach(life -> lose(shard, life));
    for (long token : living) {
      Life life = shard.lives.get(token);
      if (life != null && shard.living.add(life)) {
        revive(life);
      }
      if (life != null) {
        life.toldOver = false;
        mayBeHeardOfAgain(life);
      }
    }
    shard.keys.values().forEach(KeyLife::forgetBar);
    shard.forgetEffects();
  }

  /** Marks durable ends that were lost and are durable again. */
  private static void rememberEnds(ShardAudit shard, List<Change> kept, Set<Long> living) {
    for (Change change : kept) {
      Life life = change instanceof Change.End end ? shard.lives.get(end.token()) : null;
      if (life != null && !living.contains(life.token())) {
        life.ended = true;
      }
    }
  }

  private static void forgetDooms(ShardAudit shard, List<Change> kept) {
    Set<Long> doomed = new HashSet<>();
    for (Change change : kept) {
      if (change instanceof Change.EndAfterGrace doom) {
        doomed.add(doom.token());
      }
    }
    for (Life life : shard.living) {
      if (!doomed.contains(life.token())) {
        life.doomKept = false;
        life.doomedNanos = 0;
      }
    }
  }

  /**
   * A store that forgot later claims has accepted the late batch of a former owner, as if an end
   * had been lost.
   */
  void comesLate(ShardAudit shard, Life life) {
    life.kept = true;
    shard.living.add(life);
    shard.lives.put(life.token(), life);
    if (life.key == null) {
      shard.sessions.put(life.tenure.secretHigh(), life);
    }
    revive(life);
  }

  private static void lose(ShardAudit shard, Life life) {
    shard.living.remove(life);
    life.lost = true;
    if (life.key != null) {
      life.key.lose(life);
    }
  }

  private void revive(Life life) {
    life.lost = false;
    life.ended = false;
    life.endDecidedNanos = Life.NEVER;
    life.how = null;
    life.revived = true;
    mayBeHeardOfAgain(life);
    if (life.key != null) {
      life.key.admit(life);
    }
  }

  /**
   * A shard that was informed of a session's end may be informed by the home that the session
   * lives.
   */
  private void mayBeHeardOfAgain(Life life) {
    if (life.key == null) {
      for (ShardAudit shard : shards) {
        shard.heardOver.remove(life.tenure.secretHigh());
      }
    }
  }
}
