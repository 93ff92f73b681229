package io.tenure.core.model;

import io.tenure.api.LeaseId;
import io.tenure.api.Limits;
import io.tenure.api.Mode;
import io.tenure.api.Request.Acquire;
import io.tenure.api.Value;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Questions about one acquire by itself, and about all waiters. */
final class Wishes {
  private final NaiveLeases leases;

  Wishes(NaiveLeases leases) {
    this.leases = leases;
  }

  boolean invalid(Acquire asked) {
    Limits limits = leases.limits;
    boolean bound = asked.session() != null;
    boolean badTerm =
        bound
            ? asked.ttlMillis() != 0 || asked.hardTtlMillis() != 0
            : asked.ttlMillis() < limits.ttlMillisMin()
                || asked.ttlMillis() > limits.ttlMillisMax()
                || asked.hardTtlMillis() != 0
                    && (asked.hardTtlMillis() < asked.ttlMillis()
                        || asked.hardTtlMillis() > limits.ttlMillisMax());
    Mode mode = asked.mode();
    boolean badMode =
        mode.kind() == Mode.Kind.SLOTS
            && (mode.slots() < 1 || mode.slots() > limits.holdersPerKeyMax());
    return badTerm
        || badMode
        || asked.holder().isEmpty()
        || asked.waitMillis() < 0
        || asked.waitMillis() > limits.waitMillisMax()
        || asked.lockDelayMillis() < 0
        || asked.lockDelayMillis() > limits.ttlMillisMax()
        || asked.maxLifetimeMillis() != 0 && asked.maxLifetimeMillis() < limits.ttlMillisMin()
        || tooLarge(asked.value());
  }

  static boolean tooLarge(@Nullable Value value) {
    return value != null && value.size() > Limits.VALUE_BYTES_MAX;
  }

  /** The same requestId for another key or another holder is another request. */
  static String meaning(Acquire asked) {
    return "acquire " + asked.key() + "\n" + asked.holder() + "\n" + asked.requestId();
  }

  static boolean sameWish(NaiveTenure known, Acquire asked) {
    return asked.key().equals(known.begun.key()) && asked.holder().equals(known.begun.holder());
  }

  static boolean sameWish(NaiveWaiter known, Acquire asked) {
    return asked.key().equals(known.request.key()) && asked.holder().equals(known.request.holder());
  }

  List<NaiveWaiter> everybody() {
    List<NaiveWaiter> everybody = new ArrayList<>(leases.asking);
    leases.queues.values().forEach(everybody::addAll);
    return everybody;
  }

  @Nullable NaiveWaiter waiterWith(String meaning) {
    for (NaiveWaiter waiter : everybody()) {
      if (meaning.equals(meaning(waiter.request))) {
        return waiter;
      }
    }
    return null;
  }

  boolean isWaiting(long ticket) {
    return everybody().stream().anyMatch(each -> each.ticket == ticket);
  }

  boolean full(Acquire asked) {
    Limits limits = leases.limits;
    LeaseId session = asked.session();
    int waiting = everybody().size();
    return leases.live.size() >= limits.leasesMax()
        || leases.locksFull(asked)
        || waiting >= limits.waitersMax()
        || leases.queue(asked.key()).size() >= limits.waitersPerKeyMax()
        || leases.recorded(asked.key()).size() >= limits.holdersPerKeyMax()
        || session != null && leases.countUnder(session) >= limits.leasesPerSessionMax();
  }
}
