package io.tenure.core.model;

import static io.tenure.core.model.Disagreement.unless;

import io.tenure.api.OperatorRequest;
import io.tenure.api.Request;
import io.tenure.core.Change;

/** Judges changes of fences: each change was requested, and fits the mark before it. */
final class FenceChanges {

  private FenceChanges() {}

  static void raise(NaiveLeases leases, Call call, long place, Change.RaiseFence raise) {
    boolean asked =
        call.request instanceof Request.RaiseFence wish
            && wish.fence().equals(raise.fence())
            && wish.token() == raise.token();
    NaiveLeases.Mark before = leases.fences.get(raise.fence());
    unless(asked && (before == null || before.token() <= raise.token()), "not raised", raise);
    leases.fences.put(raise.fence(), new NaiveLeases.Mark(raise.token(), place));
  }

  static void drop(NaiveLeases leases, Call call, long place, Change.DropFence drop) {
    NaiveLeases.Mark before = leases.fences.get(drop.fence());
    boolean asked =
        call.request instanceof OperatorRequest.DropFence wish
            && wish.fence().equals(drop.fence())
            && before != null
            && wish.token() == before.token();
    unless(asked, "not to be dropped", drop);
    leases.fences.remove(drop.fence());
    leases.dropped.put(drop.fence(), place);
  }
}
