package io.tenure.sim;

import io.tenure.api.EndReason;
import io.tenure.api.LeaseId;
import io.tenure.api.Outcome;
import io.tenure.api.Refusal;
import io.tenure.api.RenewalCode;
import io.tenure.api.RenewalReply;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.core.Change;
import io.tenure.core.ShardMessage;
import io.tenure.core.TenureFields;
import org.jspecify.annotations.Nullable;

/** Judges each decision of the owner of a shard at the time of the decision. */
final class Decisions {

  private final Auditor auditor;
  private final Promises promises;
  private final ShardAudit[] shards;
  private final Schedule schedule;
  private final Trace trace;
  private final boolean relaxed;

  Decisions(
      Auditor auditor,
      ShardAudit[] shards,
      Promises promises,
      Schedule schedule,
      Scenario scenario,
      Trace trace) {
    this.auditor = auditor;
    this.shards = shards;
    this.schedule = schedule;
    this.trace = trace;
    relaxed = scenario.relaxed();
    this.promises = promises;
  }

  void decided(SimShard host, Change change) {
    long now = schedule.now();
    ShardAudit shard = shards[host.index()];
    if (shard.host != host) {
      if (change instanceof Change.Begin begin) {
        shard.giveUp(life(shard, host, TenureFields.of(begin)));
      }
      return;
    }
    if (change instanceof Change.Begin begin) {
      TenureFields tenure = TenureFields.of(begin);
      Life life = life(shard, host, tenure);
      trace.note(now, 2, tenure.token());
      trace.line(now, tenure.key(), () -> "decided " + begin);
      shard.beginning.put(change, life);
      shard.unkept.put(tenure.token(), life);
      shard.log.decided(change, life);
      mayBegin(shard, life, now, takesThePlaceOf(shard.handedOn, life));
      shard.handedOn = null;
    } else if (change instanceof Change.End end) {
      trace.note(now, 3, end.token());
      Life life = shard.life(end.token());
      trace.line(now, life == null ? null : life.tenure.key(), () -> "decided " + end);
      shard.log.decided(change, life);
      if (life != null) {
        if (life.over()) {
          auditor.fail("G3", life.key, life + " ends twice");
        }
        mayEnd(host, shard, life, end.how(), now, host.turnNanos());
        life.endDecidedNanos = now;
        life.how = end.how();
        shard.ending.add(life);
        shard.handedOn = end.how() == EndReason.TRANSFERRED ? life : null;
      }
    } else if (!(change instanceof Change.Forget)) {
      if (change instanceof Change.BeginLockDelay bar) {
        shard.key(bar.key()).barred = true;
      } else if (change instanceof Change.EndLockDelay unbar) {
        KeyLife key = shard.key(unbar.key());
        key.barred = false;
        key.freedNanos = now;
        shard.unbarred.add(key);
      } else if (change instanceof Change.EndAfterGrace doom) {
        promises.doomed(shard, shard.life(doom.token()), doom.graceMillis());
      }
      trace.line(now, aboutChange(shard, change), () -> "decided " + change);
    }
  }

  private Life life(ShardAudit shard, SimShard host, TenureFields tenure) {
    KeyLife key = tenure.key() == null ? null : shard.key(tenure.key());
    return new Life(host.index(), tenure, key, schedule.now(), host.turnNanos());
  }

  private static Object aboutChange(ShardAudit shard, Change change) {
    if (change instanceof Change.BeginLockDelay bar) {
      return bar.key();
    }
    if (change instanceof Change.EndLockDelay unbar) {
      return unbar.key();
    }
    Life life =
        change instanceof Change.EndAfterGrace doom
            ? shard.life(doom.token())
            : change instanceof Change.Revalue revalue ? shard.life(revalue.token()) : null;
    return life == null || life.tenure.key() == null ? "another" : life.tenure.key();
  }

  /**
   * Whether the key passes from one lease to the other, in the same mode and slot: then it has no
   * additional holder.
   */
  private static boolean takesThePlaceOf(@Nullable Life former, Life life) {
    return former != null
        && former.key == life.key
        && former.tenure.mode().equals(life.tenure.mode())
        && former.tenure.slotNumber() == life.tenure.slotNumber();
  }

  private void mayBegin(ShardAudit shard, Life life, long now, boolean inThePlaceOfAnother) {
    KeyLife key = life.key;
    LeaseId session = life.tenure.session();
    if (session != null) {
      Life bound = shards[session.shard()].sessions.get(session.secretHigh());
      boolean here = session.shard() == life.shard;
      boolean dead = bound != null && (bound.over() || now > promises.latest(shard, bound));
      if (here && dead) {
        auditor.fail("session", key, life + " begins under a session that is over");
      }
      if (!here && shard.heardOver.containsKey(session.secretHigh())) {
        auditor.fail("session", key, life + " begins under a session known to be over");
      }
    }
    Life lost = key == null ? null : key.lockedByLost(now);
    if (lost != null) {
      auditor.fail("lock-delay", key, life + " begins within that of " + lost + ", which is lost");
    }
    if (key != null && now < key.barredNanos && !inThePlaceOfAnother) {
      auditor.fail(
          "lock-delay", key, life + " begins " + (key.barredNanos - now) + " ns too early");
    }
  }

  private void mayEnd(
      SimShard host, ShardAudit shard, Life life, EndReason how, long now, long turnNanos) {
    KeyLife key = life.key;
    if (how == EndReason.EXPIRED) {
      LeaseId session = life.tenure.session();
      if (session != null) {
        Life bound = shards[session.shard()].sessions.get(session.secretHigh());
        long lifetime = life.tenure.maxLifetimeMillis() * Schedule.MILLI;
        boolean aged = lifetime > 0 && now >= life.turnNanos + Life.soonest(lifetime);
        // Relaxed, other shards may be informed of an end that is lost when the owner steps down at
        // once.
        boolean wasOver = relaxed && bound != null && now >= bound.promisedNanos;
        if (bound != null && !bound.over() && !bound.revived && !aged && !wasOver) {
          auditor.fail("G2", key, life + " expires while its session lives");
        }
      } else if (!givesUp(host.presentRequest(), life)) {
        promises.expires(shard, life);
        Post unheard = host.unheard(life);
        if (unheard != null) {
          auditor.fail("G11", key, life + " expires, and its renewal lies in the mailbox");
        }
      }
    }
    if (key != null) {
      key.freedNanos = now;
      if (how.unclean() && life.tenure.lockDelayMillis() > 0) {
        long barred = turnNanos + Life.soonest(life.tenure.lockDelayMillis() * Schedule.MILLI);
        if (barred > key.barredNanos) {
          key.barredNanos = barred;
          key.barredBy = life;
        }
      }
    }
  }

  /** Whether the holder gives the lease up, so that it ends early. */
  private static boolean givesUp(@Nullable Request present, Life life) {
    LeaseId given =
        present instanceof Request.CloseSession close
            ? close.session()
            : present instanceof Request.Release release ? release.lease() : null;
    return given != null && given.secretHigh() == life.tenure.secretHigh();
  }

  /** Judges an answer of the table, which may or may not leave the shard yet. */
  void answers(SimShard host, Post post, Reply reply) {
    long ticket = post.ticket;
    Letter letter = post.letter;
    ShardAudit shard = shards[host.index()];
    if (shard.host != host) {
      return;
    }
    if (letter.request instanceof Request.Acquire acquire) {
      KeyLife key = shard.key(acquire.key());
      KeyLife.Waiting waited = key.answered(ticket);
      if (reply instanceof Refusal.Refused refused && refused.code() == Outcome.REPEATED) {
        host.takesOver(waited);
      }
      if (waited != null && waited.place() == waited.ticket()) {
        promises.promptly(shard, key, waited, reply);
      }
      if (reply instanceof Reply.Granted granted) {
        granted(host, shard, key, waited == null ? ticket : waited.place(), granted);
      }
    } else if (reply instanceof Reply.SessionOpened opened) {
      Life life = shard.sessions.get(opened.session().secretHigh());
      Life begun = life == null ? openedNow(shard, opened.session()) : life;
      if (begun != null) {
        promises.promise(shard, begun, opened.validity().validForMillis(), host.turnNanos());
      }
    } else if (reply instanceof Reply.Transferred transferred) {
      Life life = shard.life(transferred.token());
      if (life != null && transferred.lease() != null) {
        promises.promise(shard, life, transferred.validity().validForMillis(), host.turnNanos());
      }
    } else if (reply instanceof Reply.Renewed renewed) {
      for (int at = 0; at < renewed.results().size(); at++) {
        renewal(host, post, at, renewed.results().get(at));
      }
    }
  }

  private @Nullable Life openedNow(ShardAudit shard, LeaseId session) {
    for (Life life : shard.unkept.values()) {
      if (life.tenure.secretHigh() == session.secretHigh()) {
        shard.sessions.put(session.secretHigh(), life);
        return life;
      }
    }
    return null;
  }

  private void granted(
      SimShard host, ShardAudit shard, KeyLife key, long place, Reply.Granted granted) {
    Life life = shard.life(granted.token());
    if (life == null) {
      auditor.fail("G5", key, "granted a lease that never began: " + granted);
      return;
    }
    if (life.over()) {
      auditor.fail("G3", key, life + " is over and granted again");
    }
    promises.promise(shard, life, granted.validity().validForMillis(), host.turnNanos());
    if (!granted.repeated() && !(host.presentRequest() instanceof Request.Transfer)) {
      KeyLife.Waiting overtaken = key.overtakenBy(place, schedule.now());
      if (overtaken != null) {
        auditor.fail("fairness", key, life + " at " + place + " overtakes " + overtaken);
      }
    }
  }

  private void renewal(SimShard host, Post post, int at, RenewalReply result) {
    Request asked = post.letter.request;
    ShardAudit shard = shards[host.index()];
    if (result instanceof RenewalReply.Renewed renewed) {
      Life life = shard.life(renewed.token());
      if (life != null) {
        promises.extended(shard, life, renewed.validity().validForMillis(), host.turnNanos());
      }
    } else if (result instanceof RenewalReply.SessionBound bound) {
      promises.endsWithItsSession(shard.life(bound.token()));
    } else if (result instanceof RenewalReply.Pending) {
      Life life = asked instanceof Request.Renew renew ? shard.life(renew.leases().get(at)) : null;
      if (life != null) {
        promises.extendedUntold(shard, life);
      }
    } else if (result instanceof RenewalReply.Over over && over.how() == EndReason.EXPIRED) {
      promises.unheard(shard, post, shard.life(over.token()));
    }
  }

  /** Judges a renewal by the short path. */
  void renewed(SimShard host, Letter letter, long millis) {
    ShardAudit shard = shards[host.index()];
    if (letter.life == null || shard.host != host) {
      return;
    }
    if (millis == RenewalCode.PENDING) {
      promises.extendedUntold(shard, letter.life);
    } else if (millis > 0) {
      promises.extended(shard, letter.life, millis, host.turnNanos());
    }
  }

  void waits(SimShard host, Post post, KeyLife.@Nullable Waiting inherited) {
    if (post.letter.request instanceof Request.Acquire acquire && auditor.current(host)) {
      long until = host.turnNanos() + Life.soonest(acquire.waitMillis() * Schedule.MILLI);
      long ticket = post.ticket;
      KeyLife.Waiting place =
          inherited == null
              ? new KeyLife.Waiting(ticket, ticket, schedule.now(), until, acquire)
              : inherited.as(ticket);
      ShardAudit shard = shards[host.index()];
      KeyLife key = shard.key(acquire.key());
      key.waits(place);
      shard.waitedFor.add(key);
    }
  }

  void heard(SimShard host, ShardMessage message) {
    if (message instanceof ShardMessage.Over over && over.session().shard() != host.index()) {
      ShardAudit home = shards[over.session().shard()];
      Life bound = home.sessions.get(over.session().secretHigh());
      // If there are two owners, because a claim was lost, one may end a session that lives on with
      // the other.
      boolean livesOn = bound != null && !bound.over() && !home.forgottenNanos.isEmpty();
      if (!livesOn) {
        shards[host.index()].heardOver.put(over.session().secretHigh(), schedule.now());
      }
    }
  }
}
