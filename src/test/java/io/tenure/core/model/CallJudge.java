package io.tenure.core.model;

import static io.tenure.core.model.Disagreement.unless;

import io.tenure.api.LeaseId;
import io.tenure.api.OperatorRequest;
import io.tenure.api.Outcome;
import io.tenure.api.PerShardReply;
import io.tenure.api.PerShardRequest;
import io.tenure.api.Refusal;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.api.Request.Acquire;
import io.tenure.core.ShardMessage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Judges all output of the table in one call, piece by piece. */
final class CallJudge {
  private final NaiveLeases leases;
  private final NaiveWatches watches;
  private final ChangeJudge changes;
  private final Wishes wishes;
  private final AcquireJudge acquires;
  private final WaiterJudge waiters;
  private final LeaseJudge byHandle;
  private final RenewalJudge renewals;
  private final TransferJudge transfers;
  private final KeyJudge keys;
  private final SessionJudge sessions;
  private final QuietJudge quiet;

  CallJudge(NaiveLeases leases, NaiveWatches watches) {
    this.leases = leases;
    this.watches = watches;
    changes = new ChangeJudge(leases, watches);
    wishes = new Wishes(leases);
    GrantJudge grants = new GrantJudge(leases, changes);
    acquires = new AcquireJudge(leases, wishes, grants);
    waiters = new WaiterJudge(leases, wishes, grants, acquires);
    byHandle = new LeaseJudge(leases);
    renewals = new RenewalJudge(leases);
    transfers = new TransferJudge(leases, changes, byHandle);
    keys = new KeyJudge(leases, watches);
    sessions = new SessionJudge(leases, changes, byHandle, renewals);
    quiet = new QuietJudge(leases, watches);
  }

  /** Notes the state of the model before the call. */
  Call before(long ticket, @Nullable Request request, @Nullable ShardMessage message) {
    Call call = new Call(ticket, request, message);
    leases.renewing = request instanceof Request.Renew ? call.targets : List.of();
    if (request instanceof Acquire asked) {
      acquires.before(call, asked);
    } else if (request instanceof Request.Renew asked) {
      asked.leases().forEach(each -> byHandle.target(call, each, false));
    } else if (request instanceof Request.Release asked) {
      byHandle.target(call, asked.lease(), false);
    } else if (request instanceof Request.Transfer asked) {
      byHandle.target(call, asked.lease(), false);
      transfers.before(call, asked);
    } else if (request instanceof Request.SetValue asked) {
      byHandle.target(call, asked.lease(), false);
    } else if (request instanceof Request.Inspect asked) {
      byHandle.target(call, asked.lease(), false);
    } else if (request instanceof Request.KeepAlive asked) {
      byHandle.target(call, asked.session(), true);
    } else if (request instanceof Request.CloseSession asked) {
      byHandle.target(call, asked.session(), true);
    } else if (request instanceof Request.InspectSession asked) {
      byHandle.target(call, asked.session(), true);
    } else if (request instanceof Request.OpenSession asked) {
      sessions.before(call, asked);
    } else if (request instanceof OperatorRequest.Break asked) {
      keys.before(asked);
    } else if (request instanceof Request.RaiseFence asked) {
      keys.before(asked.fence());
    } else if (request instanceof OperatorRequest.DropFence asked) {
      keys.before(asked.fence());
    }
    if (message != null) {
      sessions.heard(call, message);
    }
    return call;
  }

  Call beforePrimitive(LeaseId named, boolean session) {
    Call call = new Call(0, null, null);
    byHandle.target(call, named, session);
    return call;
  }

  void afterPrimitive(Call call, LeaseId named, long number, boolean session) {
    renewals.primitive(call, named, number, session);
  }

  void walk(Call call, List<Heard> said) {
    for (Heard each : said) {
      if (each instanceof Heard.Changed changed) {
        changes.changed(call, changed.place(), changed.change());
      } else if (each instanceof Heard.Replied replied) {
        unless(replied.behind() <= leases.place, "behind what never was", replied);
        replied(call, replied);
      } else if (each instanceof Heard.Pushed pushed) {
        watches.pushed(pushed.watcher(), pushed.behind(), pushed.notice());
      } else if (each instanceof Heard.Told told) {
        sessions.tells(call, told.shard(), told.behind(), told.message());
      } else {
        boolean asked = leases.quarantine.asksForEpoch();
        unless(asked || leases.numbers.halfUsed(), "an epoch is wanted too early");
        leases.numbers.wanted = true;
      }
    }
  }

  private void replied(Call call, Heard.Replied replied) {
    if (call.request == null || replied.ticket() != call.ticket) {
      waiters.later(call, replied.ticket(), replied.behind(), replied.reply());
      return;
    }
    unless(call.reply == null, "answered twice", call.reply, replied);
    call.reply = replied.reply();
    direct(call, call.request, replied.behind(), replied.reply());
  }

  private void direct(Call call, Request request, long behind, Reply reply) {
    if (LeaseJudge.refused(reply, Outcome.UNAVAILABLE) && leases.numbers.scarce()) {
      unless(call.begun.isEmpty() && call.ended.isEmpty(), "refused, yet done", call);
      unless(!call.repeats(), "said not to be done, and was", call, call.known);
      return;
    }
    if (reply instanceof Refusal.Refused refused && refused.field().equals("requestId")) {
      unless(refused.code() == Outcome.LIMIT && leases.requestIdsFull(), "no reason", refused);
      unless(!call.repeats(), "said not to be done, and was", call, call.known);
      return;
    }
    if (request instanceof Acquire asked) {
      acquires.answered(call, asked, behind, reply);
    } else if (request instanceof Request.Renew asked) {
      renewals.renewed(call, asked, behind, reply);
    } else if (request instanceof Request.Release) {
      byHandle.released(call, behind, reply);
    } else if (request instanceof Request.Transfer asked) {
      transfers.transferred(call, asked, behind, reply);
    } else if (request instanceof Request.SetValue asked) {
      byHandle.valued(call, asked, behind, reply);
    } else if (request instanceof Request.Inspect) {
      byHandle.inspected(call, behind, reply);
    } else if (request instanceof OperatorRequest.Break asked) {
      keys.broken(call, asked, behind, reply);
    } else if (request instanceof Request.Look asked) {
      keys.looked(asked, behind, reply);
    } else if (request instanceof PerShardRequest.Browse asked) {
      keys.browsed(asked, behind, reply);
    } else if (request instanceof Request.RaiseFence asked) {
      keys.fenced(asked, behind, reply);
    } else if (request instanceof Request.ReadFence asked) {
      keys.mark(asked, behind, reply);
    } else if (request instanceof OperatorRequest.DropFence asked) {
      keys.dropped(asked, behind, reply);
    } else if (request instanceof OperatorRequest.EndQuarantine asked) {
      keys.quarantineEnded(asked, reply);
    } else {
      withoutKey(call, request, behind, reply);
    }
  }

  private void withoutKey(Call call, Request request, long behind, Reply reply) {
    if (request instanceof Request.OpenSession asked) {
      sessions.opened(call, asked, behind, reply);
    } else if (request instanceof Request.KeepAlive) {
      sessions.kept(call, behind, reply);
    } else if (request instanceof Request.CloseSession) {
      sessions.closed(call, behind, reply);
    } else if (request instanceof Request.InspectSession) {
      sessions.inspected(call, behind, reply);
    } else if (request instanceof PerShardRequest.Watch asked) {
      if (reply instanceof PerShardReply.Watching watching) {
        watches.watching(call.ticket, asked, watching);
      } else {
        boolean full = watches.count() >= leases.limits.watchersMax();
        unless(full && LeaseJudge.refused(reply, Outcome.LIMIT), "not watching", reply);
      }
    } else if (request instanceof PerShardRequest.Unwatch asked) {
      boolean there = watches.unwatch(asked.watcher());
      boolean nobody = !there && LeaseJudge.refused(reply, Outcome.NOT_FOUND);
      unless(reply instanceof PerShardReply.Unwatched || nobody, "not unwatched", asked, reply);
    } else if (request instanceof PerShardRequest.Withdraw) {
      boolean nobody = LeaseJudge.refused(reply, Outcome.NOT_FOUND);
      unless(reply instanceof PerShardReply.Withdrawn || nobody, "not withdrawn", reply);
    }
  }

  /** Checks, after all output of the call, that no required output is missing. */
  void after(Call call) {
    if (call.request != null && call.reply == null) {
      if (!(call.request instanceof Acquire asked)) {
        throw new Disagreement("no answer: " + call.request);
      }
      waiters.unanswered(call, asked);
    }
    if (call.request instanceof PerShardRequest.Withdraw away) {
      unless(!wishes.isWaiting(away.waiting()), "it waits on", away);
    }
    sessions.afterWord(call, waiters);
    changes.afterCall(call);
    unless(!leases.numbers.overdue(), "no epoch is wanted though half of it is used");
    for (NaiveTenure tenure : call.ended) {
      if (!tenure.isSession()) {
        quiet.handedOnUnlessBarred(leases.queue(tenure.key()));
      }
    }
    watches.afterCall();
  }

  void afterLastTick() {
    quiet.quiet();
  }
}
