package io.tenure.core.model;

import static io.tenure.core.model.Disagreement.unless;

import io.tenure.api.EndReason;
import io.tenure.api.LeaseId;
import io.tenure.api.Outcome;
import io.tenure.api.Refusal;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.core.TenureFields;
import io.tenure.core.model.Call.Standing;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Judges the answers to transfers. */
final class TransferJudge {
  private final NaiveLeases leases;
  private final ChangeJudge changes;
  private final LeaseJudge byHandle;
  private final ViewJudge views;

  TransferJudge(NaiveLeases leases, ChangeJudge changes, LeaseJudge byHandle) {
    this.leases = leases;
    this.changes = changes;
    this.byHandle = byHandle;
    this.views = new ViewJudge(leases);
  }

  /** Looks up the result of an earlier transfer that the request may repeat. */
  void before(Call call, Request.Transfer asked) {
    String id = asked.requestId();
    Reply.Transferred once =
        id == null ? null : leases.transfers.get(new NaiveLeases.TransferAsked(asked.lease(), id));
    if (once != null) {
      call.known = leases.withToken(once.token());
      call.knownStanding = leases.standing(call.known);
    }
  }

  void transferred(Call call, Request.Transfer asked, long behind, Reply reply) {
    String next = asked.holder();
    if (next != null && next.isEmpty()) {
      unless(LeaseJudge.refused(reply, Outcome.INVALID), "nobody to transfer to", reply);
      return;
    }
    NaiveTenure tenure = call.targets.get(0);
    String id = asked.requestId();
    NaiveLeases.TransferAsked key =
        id == null ? null : new NaiveLeases.TransferAsked(asked.lease(), id);
    Reply.Transferred once = leases.transfers.get(key);
    if (once != null && repeated(call, once, behind, reply)) {
      return;
    }
    boolean fresh = call.standings.get(0) == Standing.ALIVE && !LeaseJudge.runsOut(call, tenure);
    if (reply instanceof Reply.Transferred done && fresh && tenure != null) {
      unless(!tenure.doomed, "handed on though an operator ends it", tenure, done);
      handedOn(call, asked, tenure, behind, done);
      if (key != null) {
        leases.transfers.put(key, done);
        NaiveTenure made = leases.withToken(done.token());
        if (made != null) {
          made.done.put("transfer " + id, made.lastPlace);
        }
      }
    } else if (fresh && tenure != null) {
      notHandedOn(asked, tenure, reply);
    } else {
      unless(byHandle.gone(call, behind, reply), "not transferred", call, reply);
    }
  }

  /** Whether {@code reply} is the answer to a transfer that was done before. */
  private boolean repeated(Call call, Reply.Transferred once, long behind, Reply reply) {
    NaiveTenure made = call.known;
    Standing standing = call.knownStanding;
    if (made == null || standing == Standing.UNKNOWN) {
      return false;
    }
    if (leases.quarantine.hides(call)) {
      unless(LeaseJudge.refused(reply, Outcome.UNKNOWN), "its end may be lost", once, reply);
      return true;
    }
    if (standing == Standing.ALIVE && !made.runsOut) {
      boolean same =
          reply instanceof Reply.Transferred done
              && done.holder().equals(once.holder())
              && done.token() == once.token()
              && Objects.equals(done.lease(), once.lease());
      unless(same, "not the same answer", once, reply);
      unless(leases.covers(behind, made.lastPlace), "transferred before it is kept", made);
      return true;
    }
    boolean consumed =
        reply instanceof Refusal.RequestConsumed how
            && how.how() == made.endingTold()
            && how.token() == made.token()
            && leases.covers(behind, made.lastPlace);
    unless(consumed || standing == Standing.FADING, "not the same answer", once, reply, made);
    return consumed;
  }

  private void handedOn(
      Call call, Request.Transfer asked, NaiveTenure from, long behind, Reply.Transferred done) {
    String next = asked.holder();
    unless(from.ended == EndReason.TRANSFERRED, "the old lease lives on", from);
    unless(call.begun.size() >= 1, "nothing began", done);
    NaiveTenure made = leases.withToken(done.token());
    if (made == null || !call.begun.contains(made) || !made.key().equals(from.key())) {
      throw new Disagreement("not under a new token: " + done + " " + made);
    }
    unless(next == null || next.equals(done.holder()), "another holder", asked, done);
    unless(made.begun.holder().equals(done.holder()), "another holder", made, done);
    unless(leases.covers(behind, made.lastPlace), "transferred before it is kept", done);
    LeaseId lease = done.lease();
    if (lease != null) {
      changes.claim(done.token());
      TenureFields old = from.begun;
      TenureFields now = made.begun;
      Long goesOn = made.lifetimeGoesOn;
      long lifetime = goesOn == null ? old.maxLifetimeMillis() : goesOn;
      unless(next != null && !from.bound(), "a new lease for one who waits", asked, done);
      unless(made.isNamedBy(lease, leases.shard), "the wrong leaseId", done, made);
      unless(
          now.ttlMillis() == old.ttlMillis()
              && now.mode().equals(old.mode())
              && now.hardTtlMillis() == old.hardTtlMillis()
              && now.lockDelayMillis() == old.lockDelayMillis()
              && now.maxLifetimeMillis() == lifetime
              && now.session() == null,
          "not the old lease's terms",
          old,
          now);
      made.id = lease;
    }
    views.promise(made, done.validity());
  }

  private void notHandedOn(Request.Transfer asked, NaiveTenure tenure, Reply reply) {
    List<NaiveWaiter> queue = leases.queue(tenure.key());
    String next = asked.holder();
    boolean freed =
        leases.recorded(tenure.key()).size() == 1 && !leases.bars.containsKey(tenure.key());
    boolean waited =
        queue.stream()
            .filter(leases::waits)
            .anyMatch(each -> next == null || each.request.holder().equals(next));
    boolean full = queue.stream().anyMatch(this::sessionFull);
    boolean right =
        LeaseJudge.refused(reply, Outcome.BREAKING) && tenure.doomed
            || LeaseJudge.refused(reply, Outcome.NOBODY_WAITING)
                && next == null
                && (!waited || !freed || full)
            || LeaseJudge.refused(reply, Outcome.SESSION_BOUND) && next != null && tenure.bound()
            || LeaseJudge.refused(reply, Outcome.LIMIT)
                && (leases.live.size() >= leases.limits.leasesMax() || noLifeLeft(asked, tenure))
            || LeaseJudge.refused(reply, Outcome.UNAVAILABLE)
                && (leases.numbers.scarce() || leases.quarantined());
    unless(right, "not transferred", asked, tenure, queue, reply);
  }

  /** The rest of the maxLifetime of a lease that its holder transfers to itself; else null. */
  static @Nullable Long lifetimeLeft(NaiveLeases leases, Call call, TenureFields begun) {
    NaiveTenure old = call.targets.isEmpty() ? null : call.targets.get(0);
    if (old == null || old.begun.maxLifetimeMillis() == 0) {
      return null;
    }
    boolean toItself =
        call.request instanceof Request.Transfer transfer
            && old.key().equals(begun.key())
            && old.begun.holder().equals(transfer.holder())
            && old.begun.holder().equals(begun.holder());
    return toItself ? (Long) leases.clock.leftMillis(old.lifetimeEnd) : null;
  }

  /** Whether the transfer would let a holder continue although its maxLifetime is over. */
  private boolean noLifeLeft(Request.Transfer asked, NaiveTenure tenure) {
    return tenure.begun.maxLifetimeMillis() != 0
        && tenure.begun.holder().equals(asked.holder())
        && leases.clock.leftMillis(tenure.lifetimeEnd) == 0;
  }

  private boolean sessionFull(NaiveWaiter waiter) {
    LeaseId session = waiter.request.session();
    return session != null && leases.countUnder(session) >= leases.limits.leasesPerSessionMax();
  }
}
