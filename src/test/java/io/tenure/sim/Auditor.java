package io.tenure.sim;

import io.tenure.core.Change;
import io.tenure.core.Key;
import io.tenure.core.Mode;
import io.tenure.core.Reply;
import io.tenure.core.Request;
import io.tenure.core.Term;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Knows the contract and judges by it what clients were told and believe, what the store kept and
 * when the servers decided.
 */
final class Auditor {

  /** After a stall nothing new is judged to be over for this long, with room for a tick. */
  private static final long HEARING_NANOS = 30 * Schedule.MILLI;

  private final Schedule schedule;
  private final Scenario scenario;
  private final Trace trace;
  private final ShardAudit[] shards;
  final Decisions decisions;
  private final Told told = new Told(this);
  private final String[] claimedBy;
  private double leaseNanos;

  Auditor(Schedule schedule, Scenario scenario, Trace trace) {
    this.schedule = schedule;
    this.scenario = scenario;
    this.trace = trace;
    shards = new ShardAudit[scenario.shards()];
    claimedBy = new String[scenario.shards()];
    for (int shard = 0; shard < shards.length; shard++) {
      shards[shard] = new ShardAudit(new EventLog(this));
    }
    decisions = new Decisions(this, shards, schedule, scenario, trace);
  }

  void fail(String law, @Nullable Object about, String what) {
    throw new Violation(law, about, what);
  }

  boolean current(SimShard host) {
    return shards[host.index()].host == host;
  }

  EventLog log(int shard) {
    return shards[shard].log;
  }

  @Nullable Life life(int shard, long token) {
    return shards[shard].life(token);
  }

  KeyLife key(int shard, Key key) {
    return shards[shard].key(key);
  }

  /** Tenures added up so far. */
  double leaseYears() {
    return leaseNanos / 1e9 / 86_400 / 365;
  }

  void claimed(int shard, String owner, long epoch) {
    trace.line(schedule.now(), null, () -> owner + " claims shard " + shard + ": epoch " + epoch);
    trace.note(schedule.now(), 1, epoch);
    claimedBy[shard] = owner;
  }

  void opened(SimShard host) {
    trace.line(schedule.now(), null, () -> host.server() + " opens shard " + host.index());
    ShardAudit shard = shards[host.index()];
    shard.dropped(shard.host);
    shard.host = host;
    shard.heardOver.clear();
    shard.openedNanos = schedule.now();
    shard.stalledBeforeNanos = shard.stalledNanos;
    shard.log.opened();
    disturbed(host.index(), schedule.now());
  }

  void dropped(SimShard host) {
    trace.line(schedule.now(), null, () -> host.server() + " drops shard " + host.index());
    disturbed(host.index(), schedule.now());
    shards[host.index()].dropped(host);
  }

  void stalled(int shard, long untilNanos) {
    trace.line(schedule.now(), null, () -> "stall of shard " + shard + " until " + untilNanos);
    ShardAudit audit = shards[shard];
    audit.stoppedNanos = schedule.now();
    // To the lease clock it began with the tick before.
    long sinceTickNanos = scenario.tickNanos();
    audit.stalledNanos += untilNanos - schedule.now() + sinceTickNanos + HEARING_NANOS;
    disturbed(shard, untilNanos);
  }

  void disturbed(int shard, long untilNanos) {
    shards[shard].healthyFromNanos = Math.max(shards[shard].healthyFromNanos, untilNanos);
  }

  void kept(int index, List<Change> changes) {
    ShardAudit shard = shards[index];
    for (Change change : changes) {
      if (change instanceof Change.Begin) {
        begun(shard, Objects.requireNonNull(shard.beginning.remove(change)));
      } else if (change instanceof Change.Doom doom) {
        Life life = shard.lives.get(doom.token());
        if (life != null) {
          life.doomKept = true;
        }
      } else if (change instanceof Change.End end) {
        Life life = shard.lives.get(end.token());
        if (life != null && !life.ended) {
          life.ended = true;
          life.how = end.how();
          leaseNanos += schedule.now() - life.beganNanos;
          if (life.key != null) {
            life.key.leave(life);
          }
        }
      }
    }
  }

  private void begun(ShardAudit shard, Life life) {
    life.kept = true;
    shard.unkept.remove(life.token());
    shard.lives.put(life.token(), life);
    if (life.key == null) {
      shard.sessions.put(life.tenure.secretHigh(), life);
      return;
    }
    if (life.token() <= life.key.tokenMax) {
      fail("G4", life.key, life + " is not above token " + life.key.tokenMax);
    }
    life.key.tokenMax = life.token();
    Life conflict = life.key.admit(life);
    if (conflict != null && !scenario.storeForgets()) {
      fail("G1", life.key, life + " is kept beside " + conflict);
    }
  }

  /** {@code reply} is null on the short path. */
  void acknowledged(SimShard host, Letter letter, @Nullable Reply reply) {
    trace.line(
        schedule.now(),
        about(letter),
        () -> host.server() + ": " + letter.request + " -> " + reply);
    if (!scenario.storeForgets() && !host.server().equals(claimedBy[host.index()])) {
      fail("G10", about(letter), host.server() + " answers for " + claimedBy[host.index()]);
    }
    if (reply != null && !scenario.storeForgets()) {
      told.said(shards[host.index()], letter, reply);
    }
  }

  static @Nullable Object about(Letter letter) {
    if (letter.request instanceof Request.Watch) {
      return null;
    }
    if (letter.request instanceof Request.Acquire acquire) {
      return acquire.key();
    }
    if (letter.request instanceof Request.Break broken) {
      return broken.key();
    }
    Key key = letter.life == null ? null : letter.life.tenure.key();
    return key == null ? "another" : key;
  }

  void believes(Life life, long untilNanos) {
    KeyLife key = life.key;
    if (key == null) {
      return;
    }
    long now = schedule.now();
    trace.line(now, key.key, () -> "client believes in " + life + " until " + untilNanos / 1e9);
    Life conflict = key.believe(life, now, untilNanos);
    if (conflict != null && !scenario.storeForgets()) {
      fail(
          "G1",
          key.key,
          "clients believe in "
              + life
              + " and in "
              + conflict
              + " for "
              + (conflict.believedNanos - now)
              + " ns more");
    }
  }

  /** A holder writes to what the key protects. */
  boolean writes(Life life) {
    KeyLife key = Objects.requireNonNull(life.key);
    boolean believed = life.believedNanos > schedule.now() && !life.broken();
    boolean accepted = life.token() >= key.writtenToken;
    if (accepted) {
      key.writtenToken = life.token();
    } else if (believed && life.tenure.mode().equals(Mode.EXCLUSIVE) && !scenario.storeForgets()) {
      fail("G4", key.key, life + " is believed, and refused after token " + key.writtenToken);
    }
    return accepted;
  }

  /** The whole book must be closed when nothing has been renewed for long. */
  void nothingLeft() {
    for (ShardAudit shard : shards) {
      for (KeyLife key : shard.keys.values()) {
        if (key.owned() && !scenario.storeForgets()) {
          fail("liveness", key.key, "still owned by the record");
        }
      }
    }
  }

  static long safeNanos(Term term) {
    long nanos = term.validForMillis() * Schedule.MILLI;
    long drift = nanos / 1_000_000 * Term.DRIFT_PER_MILLION;
    return nanos - drift - term.safetyMillis() * Schedule.MILLI;
  }
}
