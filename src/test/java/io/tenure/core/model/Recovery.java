package io.tenure.core.model;

import io.tenure.core.Change;
import io.tenure.core.TenureFields;
import java.util.List;

/** Builds the model anew from durable data, like a table that takes a shard over. */
final class Recovery {

  private Recovery() {}

  /** {@code until}: the last durable change of {@code before}. */
  static NaiveLeases rebuilt(
      NaiveLeases before, List<Change> kept, long until, long epoch, Claim claim, long nowNanos) {
    NaiveLeases leases = new NaiveLeases(before.shard, before.limits, nowNanos);
    kept.forEach(change -> apply(leases, change));
    leases.live.forEach(NaiveTenure::startAgain);
    leases.numbers.enter(epoch, claim.microsOfSecond());
    leases.numbers.beginHere();
    if (claim.doubtful()) {
      leases.inDoubt();
    }
    carryOver(before, until, leases);
    return leases;
  }

  private static void apply(NaiveLeases leases, Change change) {
    if (change instanceof Change.Begin begin) {
      int slot = TenureFields.of(begin).row();
      leases.live.removeIf(each -> each.begun.row() == slot);
      leases.graves.ended.removeIf(each -> each.begun.row() == slot);
      leases.live.add(new NaiveTenure(TenureFields.of(begin), 0));
    } else if (change instanceof Change.Revalue revalue) {
      NaiveTenure tenure = leases.withToken(revalue.token());
      if (tenure != null) {
        tenure.value = revalue.value();
      }
    } else if (change instanceof Change.EndAfterGrace doom) {
      NaiveTenure tenure = leases.withToken(doom.token());
      if (tenure != null) {
        tenure.reason = doom.reason();
        tenure.doomed = !tenure.isSession();
        tenure.runsOut = tenure.isSession();
        tenure.doomedUntil = doom.graceMillis() * NaiveClock.MILLI;
      }
    } else if (change instanceof Change.Enrol enrol) {
      NaiveTenure tenure = leases.withToken(enrol.token());
      if (tenure != null) {
        tenure.guests = enrol.guests();
      }
    } else if (change instanceof Change.End end) {
      NaiveTenure tenure = leases.withToken(end.token());
      if (tenure != null) {
        leases.restore(tenure, end.how(), end.remembered());
      }
    } else if (change instanceof Change.Forget forget) {
      leases.graves.ended.removeIf(each -> each.token() == forget.token());
    } else if (change instanceof Change.BeginLockDelay bar) {
      leases.bars.put(bar.key(), bar.millis() * NaiveClock.MILLI);
    } else if (change instanceof Change.EndLockDelay unbar) {
      leases.bars.remove(unbar.key());
    } else if (change instanceof Change.RaiseFence raise) {
      leases.fences.put(raise.fence(), new NaiveLeases.Mark(raise.token(), 0));
    } else if (change instanceof Change.DropFence drop) {
      leases.fences.remove(drop.fence());
    }
  }

  /**
   * The knowledge of clients outlives the table: leaseIds, and the answers that the clients got.
   */
  private static void carryOver(NaiveLeases before, long until, NaiveLeases leases) {
    before.live.forEach(each -> carryOver(each, until, leases));
    before.graves.ended.forEach(each -> carryOver(each, until, leases));
    before.breaks.forEach(
        (asked, answer) -> {
          if (answer.tokens().stream().anyMatch(token -> broken(leases, token, asked))) {
            leases.breaks.put(asked, answer);
          }
        });
    before.transfers.forEach(
        (asked, answer) -> {
          if (leases.withToken(answer.token()) != null) {
            leases.transfers.put(asked, answer);
          }
        });
  }

  private static void carryOver(NaiveTenure old, long until, NaiveLeases leases) {
    NaiveTenure now = leases.withToken(old.token());
    if (now != null) {
      now.id = old.id;
      old.done.forEach(
          (asked, place) -> {
            if (place <= until) {
              now.done.put(asked, 0L);
            }
          });
    }
  }

  private static boolean broken(NaiveLeases leases, long token, NaiveLeases.BreakAsked asked) {
    NaiveTenure tenure = leases.withToken(token);
    return tenure != null && tenure.done.containsKey(asked.toString());
  }
}
