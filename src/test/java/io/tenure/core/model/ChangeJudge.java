package io.tenure.core.model;

import static io.tenure.core.model.Disagreement.unless;

import io.tenure.api.EndReason;
import io.tenure.api.Key;
import io.tenure.api.LeaseEvent;
import io.tenure.api.LeaseId;
import io.tenure.api.Mode;
import io.tenure.api.OperatorRequest;
import io.tenure.api.Request;
import io.tenure.core.Change;
import io.tenure.core.ShardMessage;
import io.tenure.core.TenureFields;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Follows the changes of the table, and checks that the rules allow each change at its time. */
final class ChangeJudge {
  private final NaiveLeases leases;
  private final NaiveWatches watches;

  /** Leases that began in this call, and that no reply has reported to their holders yet. */
  private final Map<Long, NaiveTenure> unclaimed = new LinkedHashMap<>();

  private final List<Change.BeginLockDelay> barsOfCall = new ArrayList<>();

  ChangeJudge(NaiveLeases leases, NaiveWatches watches) {
    this.leases = leases;
    this.watches = watches;
  }

  void changed(Call call, long place, Change change) {
    unless(place == leases.place + 1, "places must follow each other", place);
    leases.place = place;
    if (change instanceof Change.Begin begin) {
      begin(call, place, TenureFields.of(begin));
    } else if (change instanceof Change.End end) {
      end(call, place, end);
    } else if (change instanceof Change.EndAfterGrace doom) {
      doom(call, place, doom);
    } else if (change instanceof Change.Enrol enrol) {
      GuestJudge.enrol(leases, call, place, living(enrol.row(), enrol.token(), enrol), enrol);
    } else if (change instanceof Change.Revalue revalue) {
      revalue(call, place, revalue);
    } else if (change instanceof Change.Forget forget) {
      forget(forget);
    } else if (change instanceof Change.BeginLockDelay bar) {
      barsOfCall.add(bar);
      leases.bars.merge(bar.key(), leases.clock.nanos() + bar.millis() * 1_000_000, Math::max);
    } else if (change instanceof Change.EndLockDelay unbar) {
      Long until = leases.bars.remove(unbar.key());
      unless(until != null && leases.clock.perhapsOver(until), "unbarred too early", unbar, until);
    } else if (change instanceof Change.RaiseFence raise) {
      FenceChanges.raise(leases, call, place, raise);
    } else if (change instanceof Change.DropFence drop) {
      FenceChanges.drop(leases, call, place, drop);
    }
  }

  NaiveTenure claim(long token) {
    NaiveTenure claimed = unclaimed.remove(token);
    if (claimed == null) {
      throw new Disagreement("granted, but nothing began with token " + token);
    }
    return claimed;
  }

  private void begin(Call call, long place, TenureFields begun) {
    unless(begun.token() > leases.numbers.last, "tokens must grow", begun, leases.numbers.last);
    unless(
        begun.token() >>> 22 == leases.numbers.epoch,
        "a token of another epoch",
        begun,
        leases.numbers.epoch);
    long sequence = begun.token() - (leases.numbers.epoch << 22);
    unless(sequence < leases.limits.tokensPerEpoch(), "more tokens than the epoch has", begun);
    leases.numbers.last = begun.token();
    unless(leases.live.size() < leases.limits.leasesMax(), "more than leasesMax", begun);
    overwrite(begun.row());
    LeaseId session = begun.session();
    boolean room =
        session == null || leases.countUnder(session) < leases.limits.leasesPerSessionMax();
    unless(room, "more than leasesPerSessionMax", begun);
    NaiveTenure tenure = new NaiveTenure(begun, place);
    tenure.startTerm(leases.clock.nanos());
    tenure.lifetimeGoesOn = TransferJudge.lifetimeLeft(leases, call, begun);
    if (begun.key() != null) {
      exclusion(call, tenure);
      slotNumber(call, tenure);
    } else {
      unless(call.request instanceof Request.OpenSession, "nobody opened a session", begun);
    }
    leases.live.add(tenure);
    call.begun.add(tenure);
    unclaimed.put(tenure.token(), tenure);
    watches.owe(LeaseEvent.Kind.GRANTED, tenure, place);
  }

  private void overwrite(int slot) {
    for (NaiveTenure tenure : leases.live) {
      unless(tenure.begun.row() != slot, "the slot is taken by a living tenure", tenure);
    }
    for (NaiveTenure tenure : leases.graves.ended) {
      if (tenure.begun.row() == slot && !tenure.forgotten) {
        boolean certain = leases.graves.certain(tenure, leases.live.size() + 1);
        unless(!certain, "forgotten too early", tenure);
        tenure.forgotten = true;
      }
    }
  }

  /**
   * Checks G1 at the instant of the grant, with the ends that are recorded by then, and not with
   * those that are due.
   */
  private void exclusion(Call call, NaiveTenure tenure) {
    unless(!leases.quarantined(), "a lease begins in quarantine", tenure);
    Key key = tenure.key();
    List<NaiveTenure> holders = leases.recorded(key);
    unless(
        NaiveLeases.compatible(holders, tenure.begun.mode()), "two owners (G1)", tenure, holders);
    unless(holders.size() < leases.limits.holdersPerKeyMax(), "too many holders", tenure);
    Long until = leases.bars.get(key);
    unless(
        until == null || takesAPlace(call, tenure) || leases.clock.perhapsOver(until),
        "granted while barred",
        key);
  }

  /** Whether this lease is the first to begin after a transfer in the same mode and slot. */
  private static boolean takesAPlace(Call call, NaiveTenure tenure) {
    return call.request instanceof Request.Transfer
        && call.begun.isEmpty()
        && call.ended.stream()
            .anyMatch(
                each ->
                    each.ended == EndReason.TRANSFERRED
                        && each.begun.mode().equals(tenure.begun.mode())
                        && each.begun.slotNumber() == tenure.begun.slotNumber());
  }

  private void slotNumber(Call call, NaiveTenure tenure) {
    TenureFields begun = tenure.begun;
    if (begun.mode().kind() != Mode.Kind.SLOTS) {
      unless(begun.slotNumber() == -1, "a slot number without slots", begun);
      return;
    }
    int number = begun.slotNumber();
    List<NaiveTenure> holders = leases.recorded(tenure.key());
    unless(number >= 0 && number < begun.mode().slots(), "slot number out of range", begun);
    unless(free(holders, number), "slot number given twice", begun, holders);
    if (!(call.request instanceof Request.Transfer)) {
      for (int old = 0; old < begun.mode().slots(); old++) {
        boolean its = begun.holder().equals(leases.graves.sticky.get(old + "@" + tenure.key()));
        boolean given = its && free(holders, old) && !hadLast(tenure, number);
        unless(!given, "not its old slot though it is free", old, begun);
      }
    }
  }

  private boolean hadLast(NaiveTenure tenure, int number) {
    return tenure.begun.holder().equals(leases.graves.sticky.get(number + "@" + tenure.key()));
  }

  private static boolean free(List<NaiveTenure> holders, int number) {
    return holders.stream().noneMatch(each -> each.begun.slotNumber() == number);
  }

  private void end(Call call, long place, Change.End end) {
    NaiveTenure tenure = living(end.row(), end.token(), end);
    unless(endingAllowed(call, tenure, end.how()), "it may not end so", end, tenure, call);
    boolean mustRemember = !tenure.done.isEmpty() || end.requestId() != null;
    unless(end.remembered() || !mustRemember, "its requestId would be lost", end, tenure);
    boolean ofItself = leases.endOf(tenure) != null;
    if (call.request instanceof OperatorRequest.Break asked
        && end.how() == EndReason.BROKEN
        && !ofItself) {
      boolean now = asked.graceMillis() == 0 && asked.key().equals(tenure.begun.key());
      tenure.reason = now ? asked.reason() : tenure.reason;
    }
    LeaseEvent.Kind kind = LeaseEvent.Kind.valueOf(end.how().name());
    leases.end(tenure, end.how(), place, end.remembered());
    call.ended.add(tenure);
    watches.owe(kind, tenure, place);
  }

  private boolean endingAllowed(Call call, NaiveTenure tenure, EndReason how) {
    EndReason natural = leases.endOf(tenure);
    if (natural == how) {
      return true;
    }
    boolean graceOver = tenure.doomed && leases.clock.over(tenure.doomedUntil);
    if (graceOver && how == EndReason.BROKEN) {
      return true;
    }
    Request request = call.request;
    boolean named = call.targets.contains(tenure) && natural == null;
    return switch (how) {
      case EXPIRED ->
          leases.lapsed(tenure) && taken(call, tenure)
              || named && letsGo(request) && tenure.runsOut;
      case RELEASED -> named && letsGo(request) && !tenure.runsOut;
      case TRANSFERRED -> named && request instanceof Request.Transfer;
      case BROKEN ->
          natural == null
              && request instanceof OperatorRequest.Break asked
              && asked.key().equals(tenure.begun.key())
              && (asked.token() == 0 || asked.token() == tenure.token())
              && (asked.graceMillis() == 0
                  || tenure.doomed && leases.clock.over(tenure.doomedUntil));
    };
  }

  private static boolean letsGo(@Nullable Request request) {
    return request instanceof Request.Release || request instanceof Request.CloseSession;
  }

  /** Whether the call may end a lapsed lease, because it asks for the key of this lease. */
  private static boolean taken(Call call, NaiveTenure tenure) {
    return call.message instanceof ShardMessage.Alive
        || call.request instanceof Request.Acquire asked && asked.key().equals(tenure.key());
  }

  private void doom(Call call, long place, Change.EndAfterGrace doom) {
    NaiveTenure tenure = living(doom.row(), doom.token(), doom);
    if (tenure.isSession()) {
      DoomJudge.runOut(leases, call, place, tenure, doom);
      return;
    }
    boolean asked =
        call.request instanceof OperatorRequest.Break order
            && order.key().equals(tenure.begun.key())
            && (order.token() == 0 || order.token() == tenure.token())
            && order.graceMillis() != 0;
    unless(asked && leases.alive(tenure), "nobody broke it", doom, tenure);
    OperatorRequest.Break order = (OperatorRequest.Break) Objects.requireNonNull(call.request);
    DoomJudge.broken(leases, tenure, order, doom);
    tenure.reason = order.reason();
    unless(doom.reason().equals(order.reason()), "another reason", doom, order);
    tenure.lastPlace = place;
    watches.owe(LeaseEvent.Kind.BREAKING, tenure, place);
  }

  private void revalue(Call call, long place, Change.Revalue revalue) {
    NaiveTenure tenure = living(revalue.row(), revalue.token(), revalue);
    Request.SetValue asked = call.request instanceof Request.SetValue set ? set : null;
    if (asked == null || !call.targets.contains(tenure) || !leases.alive(tenure)) {
      throw new Disagreement("nobody set this value: " + revalue);
    }
    boolean kept = (asked.requestId() == null) == (revalue.requestId() == null);
    boolean same = Objects.equals(asked.value(), revalue.value());
    unless(kept && same, "another value than asked", revalue, asked);
    boolean again = asked.requestId() != null && tenure.remembers("v" + asked.requestId());
    unless(!again, "the effect of one requestId twice", asked, tenure);
    if (asked.requestId() != null) {
      tenure.done.put("v" + asked.requestId(), place);
    }
    tenure.value = revalue.value();
    watches.owe(LeaseEvent.Kind.VALUED, tenure, place);
  }

  private void forget(Change.Forget forget) {
    NaiveTenure tenure = leases.withToken(forget.token());
    if (tenure == null || tenure.ended == null || tenure.begun.row() != forget.row()) {
      throw new Disagreement("nothing to forget: " + forget + " " + tenure);
    }
    unless(!leases.certain(tenure), "forgotten too early", tenure);
  }

  private NaiveTenure living(int slot, long token, Change change) {
    for (NaiveTenure tenure : leases.live) {
      if (tenure.token() == token && tenure.begun.row() == slot) {
        return tenure;
      }
    }
    throw new Disagreement("a change of nothing that lives: " + change);
  }

  void afterCall(Call call) {
    unless(unclaimed.isEmpty(), "begun, but nobody was told", unclaimed);
    for (NaiveTenure tenure : call.ended) {
      EndReason how = Objects.requireNonNull(tenure.ended);
      if (!tenure.isSession() && how.unclean() && tenure.begun.lockDelayMillis() > 0) {
        long owed = leases.clock.nanos() + tenure.begun.lockDelayMillis() * NaiveClock.MILLI;
        @Nullable Long until = leases.bars.get(tenure.key());
        unless(until != null && until >= owed, "no lock-delay after an unclean end", tenure);
      }
    }
    for (Change.BeginLockDelay bar : barsOfCall) {
      boolean caused =
          call.ended.stream()
              .anyMatch(
                  each ->
                      bar.key().equals(each.begun.key())
                          && each.ended != null
                          && each.ended.unclean()
                          && each.begun.lockDelayMillis() == bar.millis());
      unless(caused, "a lock-delay that nothing caused", bar);
    }
    barsOfCall.clear();
  }
}
