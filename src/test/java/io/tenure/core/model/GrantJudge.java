package io.tenure.core.model;

import static io.tenure.core.model.Disagreement.unless;

import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import io.tenure.api.Refusal;
import io.tenure.api.Reply;
import io.tenure.api.Request.Acquire;
import io.tenure.core.TenureFields;
import io.tenure.core.TenureImage;
import java.util.List;
import java.util.Objects;

/** Judges the reports of grants, and of keys that are not granted. */
final class GrantJudge {
  private final NaiveLeases leases;
  private final ChangeJudge changes;
  private final ViewJudge views;

  GrantJudge(NaiveLeases leases, ChangeJudge changes) {
    this.leases = leases;
    this.changes = changes;
    this.views = new ViewJudge(leases);
  }

  void granted(Acquire asked, long behind, Reply.Granted granted) {
    NaiveTenure tenure = changes.claim(granted.token());
    TenureFields begun = tenure.begun;
    TenureImage wanted =
        new TenureImage.Lease(
            new TenureImage.Common(
                begun.row(),
                begun.token(),
                begun.tenure().common().secret(),
                asked.holder(),
                asked.ttlMillis(),
                begun.requestIds(),
                begun.sinceSeconds()),
            asked.key(),
            asked.mode(),
            begun.slotNumber(),
            new TenureImage.RareTimes(
                asked.hardTtlMillis(), asked.lockDelayMillis(), lifetime(asked, tenure)),
            asked.session(),
            asked.value());
    unless(begun.tenure().equals(wanted), "not what was asked for", begun, wanted);
    if (asked.requestId() != null) {
      unless(!begun.requestIds().isEmpty(), "its requestId is lost", begun);
      tenure.done.put(Wishes.meaning(asked), tenure.lastPlace);
    }
    unless(leases.sessionTakes(asked), "granted under a session that takes no lease", asked);
    sameLease(tenure, behind, granted);
  }

  /**
   * Its maxLifetime: a waiter at the head of the queue gets its turn anyway, so that its time
   * begins anew.
   */
  private static long lifetime(Acquire asked, NaiveTenure tenure) {
    Long left = tenure.lifetimeGoesOn;
    long own = asked.maxLifetimeMillis();
    long begun = tenure.begun.maxLifetimeMillis();
    return left != null && begun == (own == 0 ? left : Math.min(own, left)) ? begun : own;
  }

  void sameLease(NaiveTenure tenure, long behind, Reply.Granted granted) {
    TenureFields begun = tenure.begun;
    unless(
        granted.key().equals(begun.key())
            && granted.holder().equals(begun.holder())
            && granted.slot() == begun.slotNumber()
            && Objects.equals(granted.value(), tenure.value),
        "the wrong lease",
        granted,
        tenure);
    LeaseId id = granted.lease();
    unless(tenure.isNamedBy(id, leases.shard), "the wrong leaseId", granted, tenure);
    tenure.id = id;
    views.promise(tenure, granted.validity());
    unless(leases.covers(behind, tenure.lastPlace), "granted before it is kept", granted);
  }

  void held(Key key, Refusal.Held held) {
    List<NaiveTenure> holders = leases.holders(key);
    int waiters = leases.queue(key).size();
    long asking = leases.asking.stream().filter(each -> each.request.key().equals(key)).count();
    boolean right = held.waiters() >= 0 && held.waiters() <= waiters + asking;
    unless(right, "waiters", held, waiters);
    if (held.token() != 0) {
      unless(!leases.quarantined(), "who holds it is not sure in quarantine", held);
      for (NaiveTenure holder : holders) {
        if (holder.token() == held.token() && holder.begun.holder().equals(held.holder())) {
          unless(holder.begun.sinceSeconds() == held.sinceSeconds(), "since", held, holder);
          views.remaining(holder, held.remainingMillis());
          barred(key, held);
          return;
        }
      }
      throw new Disagreement("held by one who does not hold it: " + held + " " + holders);
    }
    boolean nobody = holders.isEmpty() || leases.quarantined();
    unless(held.holder().isEmpty() && nobody, "it has holders", held, holders);
    unless(held.remainingMillis() == held.barredMillis(), "nothing else is in the way", held);
    barred(key, held);
  }

  private void barred(Key key, Refusal.Held held) {
    long left = leases.barredMillis(key);
    unless(held.barredMillis() >= left && held.barredMillis() <= left + 1, "bar", held, left);
  }
}
