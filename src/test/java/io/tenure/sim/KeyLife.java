package io.tenure.sim;

import io.tenure.api.Key;
import io.tenure.api.Mode;
import io.tenure.api.Request;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The knowledge of the auditor about one key: its owner by the record, its believers, its waiters.
 */
final class KeyLife {

  /**
   * A position in the queue: a repeated request takes over the position of the first, and its time.
   */
  record Waiting(
      long ticket, long place, long sinceNanos, long untilNanos, Request.Acquire request) {
    Waiting as(long repeated) {
      return new Waiting(repeated, place, sinceNanos, untilNanos, request);
    }
  }

  final Key key;
  long tokenMax;
  long freedNanos;
  boolean barred;
  long barredNanos;
  @Nullable Life barredBy;

  /** The largest token that the resource behind the key has seen. */
  long writtenToken;

  /** Lost leases with a lock-delay, which begins where their holders stop believing in them. */
  private final List<Life> lost = new ArrayList<>(0);

  private final List<Life> owners = new ArrayList<>(1);
  private final List<Life> believers = new ArrayList<>(1);
  private final List<Waiting> waiting = new ArrayList<>(0);

  KeyLife(Key key) {
    this.key = key;
  }

  void admit(Life next) {
    owners.add(next);
  }

  /**
   * The owner that must not own the key together with the owner {@code life}, or null. {@code
   * anew}: all is being rewritten, so a decided end may follow later.
   */
  @Nullable Life ownedBeside(Life life, boolean anew) {
    List<Life> present = new ArrayList<>(owners);
    present.removeIf(each -> anew && each.endDecidedNanos != Life.NEVER);
    return conflict(present, life, Long.MIN_VALUE);
  }

  void forgetBar() {
    barred = true;
    barredNanos = 0;
    barredBy = null;
  }

  void leave(Life life) {
    owners.remove(life);
  }

  void lose(Life life) {
    owners.remove(life);
    if (life.tenure.lockDelayMillis() > 0) {
      lost.add(life);
    }
  }

  /** A lost lease that was believed in and has the key locked still. */
  @Nullable Life lockedByLost(long now) {
    for (Life each : lost) {
      long delay = Life.soonest(each.tenure.lockDelayMillis() * Schedule.MILLI);
      if (each.lost && each.believedNanos > 0 && now < each.believedNanos + delay) {
        return each;
      }
    }
    return null;
  }

  boolean owned() {
    return !owners.isEmpty();
  }

  @Nullable Life believe(Life life, long now, long until) {
    believers.removeIf(each -> each.believedNanos <= now);
    Life conflict = null;
    if (until > now) {
      conflict = life.broken() ? null : conflict(believers, life, now);
      if (!believers.contains(life)) {
        believers.add(life);
      }
    }
    life.believedNanos = until;
    return conflict;
  }

  void waits(Waiting place) {
    waiting.add(place);
  }

  @Nullable Waiting answered(long ticket) {
    for (Waiting each : waiting) {
      if (each.ticket == ticket) {
        waiting.remove(each);
        return each;
      }
    }
    return null;
  }

  void nobodyWaits() {
    waiting.clear();
  }

  boolean waitedFor() {
    return !waiting.isEmpty();
  }

  /** A waiter in front of {@code place} with a wait that is not over, or null. */
  @Nullable Waiting overtakenBy(long place, long now) {
    for (Waiting each : waiting) {
      if (each.place < place && each.request.session() == null && now < each.untilNanos) {
        return each;
      }
    }
    return null;
  }

  private static @Nullable Life conflict(List<Life> present, Life next, long now) {
    Mode mode = next.tenure.mode();
    int beside = 0;
    for (Life each : present) {
      boolean matters = now == Long.MIN_VALUE || believed(each, now);
      if (each == next || !matters || next.excused(each)) {
        continue;
      }
      Mode other = each.tenure.mode();
      beside++;
      boolean compatible =
          mode.kind() == other.kind()
              && switch (mode.kind()) {
                case EXCLUSIVE -> false;
                case SHARED -> true;
                case SLOTS ->
                    mode.slots() == other.slots()
                        && next.slotNumber != each.slotNumber
                        && next.slotNumber >= 0
                        && next.slotNumber < mode.slots()
                        && beside < mode.slots();
              };
      if (!compatible) {
        return each;
      }
    }
    return null;
  }

  /** The holder of a broken lease does not know of the break yet; only its token shows it. */
  private static boolean believed(Life life, long now) {
    return life.believedNanos > now && !life.broken();
  }

  @Override
  public String toString() {
    return key.toString();
  }
}
