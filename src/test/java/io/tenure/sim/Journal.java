package io.tenure.sim;

import io.tenure.core.Change;
import io.tenure.core.ShardMessage;
import io.tenure.core.TenureFields;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Judges each change when it becomes durable: it was decided before, and becomes durable only once.
 */
final class Journal {

  private final Auditor auditor;
  private final ShardAudit[] shards;
  private final Losses losses;
  private final Schedule schedule;
  private final Promises promises;
  private double leaseNanos;

  Journal(
      Auditor auditor, ShardAudit[] shards, Losses losses, Schedule schedule, Promises promises) {
    this.auditor = auditor;
    this.shards = shards;
    this.losses = losses;
    this.schedule = schedule;
    this.promises = promises;
  }

  /** The total lifetime of all tenures so far. */
  double leaseYears() {
    return leaseNanos / 1e9 / 86_400 / 365;
  }

  void kept(int index, String server, List<Change> changes) {
    ShardAudit shard = shards[index];
    if (!server.equals(shard.claimedBy) && !auditor.mayStillWrite(shard, server)) {
      auditor.fail("G10", null, server + " writes to what " + shard.claimedBy + " has claimed");
    }
    List<Life> rewritten = new ArrayList<>();
    for (Change change : changes) {
      if (change instanceof Change.Begin begin) {
        begun(shard, begin, shard.beginning.remove(change), rewritten);
      } else if (change instanceof Change.EndAfterGrace doom) {
        Life life = shard.lives.get(doom.token());
        if (life != null) {
          promises.doomKept(life);
        }
      } else if (change instanceof Change.Enrol enrol) {
        Life life = shard.lives.get(enrol.token());
        if (life != null) {
          enrol.guests().forEach(guest -> life.guests.add(guest.shard()));
        }
      } else if (change instanceof Change.End end) {
        Life life = shard.lives.get(end.token());
        if (life != null && !life.ended) {
          life.ended = true;
          life.how = end.how();
          shard.living.remove(life);
          leaseNanos += schedule.now() - life.beganNanos;
          if (life.key != null) {
            life.key.leave(life);
          }
        }
      }
    }
    // A batch has the beginning of a lease that is over, and after that its end.
    rewritten.stream().filter(shard.living::contains).forEach(life -> mustOwnAlone(shard, life));
  }

  /** A guest may be informed of a living session only if the store has recorded this guest. */
  void tells(int guest, ShardMessage message) {
    if (message instanceof ShardMessage.Alive alive) {
      Life life = shards[alive.session().shard()].sessions.get(alive.session().secretHigh());
      if (life != null && !life.over() && !life.guests.contains(guest)) {
        auditor.fail("session", null, guest + " hears of " + life + " and is not enrolled");
      }
    }
  }

  /**
   * {@code decided} is null for a rewritten or late change; these are added to {@code rewritten}.
   */
  private void begun(
      ShardAudit shard, Change.Begin begin, @Nullable Life decided, List<Life> rewritten) {
    Life life = decided == null ? shard.life(TenureFields.of(begin).token()) : decided;
    if (life == null && !shard.forgottenNanos.isEmpty()) {
      life = shard.givenUp.remove(TenureFields.of(begin).secretHigh());
      if (life != null) {
        losses.comesLate(shard, life);
        return;
      }
    }
    if (life == null || life.tenure.secretHigh() != TenureFields.of(begin).secretHigh()) {
      auditor.fail("G5", TenureFields.of(begin).key(), "kept, and never decided: " + begin);
      return;
    }
    if (decided == null && life.kept) {
      return;
    }
    life.kept = true;
    shard.unkept.remove(life.token());
    shard.lives.put(life.token(), life);
    if (decided == null && life.endDecidedNanos != Life.NEVER) {
      // Rewritten before its end, while leases that began after it are durable already.
      return;
    }
    shard.living.add(life);
    if (life.key == null) {
      shard.sessions.put(life.tenure.secretHigh(), life);
      return;
    }
    // Rewritten changes come in the order of their rows, mixed with new ends.
    if (decided != null && life.token() <= life.key.tokenMax) {
      auditor.fail("G4", life.key, life + " is not above token " + life.key.tokenMax);
    }
    life.key.tokenMax = Math.max(life.key.tokenMax, life.token());
    life.key.admit(life);
    if (decided == null) {
      rewritten.add(life);
    } else {
      mustOwnAlone(shard, life);
    }
  }

  private void mustOwnAlone(ShardAudit shard, Life life) {
    Life conflict = life.key == null ? null : life.key.ownedBeside(life, shard.anewBy != null);
    if (conflict != null) {
      auditor.fail("G1", life.key, life + " is kept beside " + conflict);
    }
  }
}
