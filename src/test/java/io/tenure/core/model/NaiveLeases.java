package io.tenure.core.model;

import io.tenure.api.EndReason;
import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import io.tenure.api.Limits;
import io.tenure.api.Mode;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.core.model.Call.Standing;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Implements the rules of leasing in their most obvious form. It searches lists from end to end,
 * and answers every question from the deadlines at this instant alone.
 */
final class NaiveLeases {

  /** The largest delay of a lazy wheel: two of its ticks. */
  static final long LATE_NANOS = 2L << 22;

  /** A mark of a fence and the change that made it. */
  record Mark(long token, long place) {}

  /** A break that may be repeated. */
  record BreakAsked(Key key, String requestId) {}

  /** A transfer that may be repeated. */
  record TransferAsked(LeaseId lease, String requestId) {}

  final int shard;
  final Limits limits;
  final NaiveClock clock;
  final List<NaiveTenure> live = new ArrayList<>();
  final NaiveGraves graves;
  final NaiveSessions sessions = new NaiveSessions();
  final Map<Key, List<NaiveWaiter>> queues = new HashMap<>();
  final List<NaiveWaiter> asking = new ArrayList<>();
  final Map<Key, Long> bars = new HashMap<>();

  final NaiveQuarantine quarantine = new NaiveQuarantine(this);

  /** The store may have lost leases of sessions. */
  boolean doubtful;

  final Map<String, Mark> fences = new HashMap<>();

  /**
   * The changes that dropped fences: no reply about a fence leaves before the last of them is
   * durable.
   */
  final Map<String, Long> dropped = new HashMap<>();

  final Map<BreakAsked, Reply.Broken> breaks = new HashMap<>();
  final Map<TransferAsked, Reply.Transferred> transfers = new HashMap<>();

  long place;
  long settled;
  final NaiveNumbers numbers;

  /** The tenures of the renewal under way: some may be renewed already, and others not yet. */
  List<@Nullable NaiveTenure> renewing = List.of();

  NaiveLeases(int shard, Limits limits, long nowNanos) {
    this.shard = shard;
    this.limits = limits;
    this.clock = new NaiveClock(nowNanos);
    this.numbers = new NaiveNumbers(limits);
    this.graves = new NaiveGraves(limits, clock);
  }

  boolean durable(long at) {
    return at <= settled;
  }

  /**
   * Whether a reply that waits for the change {@code behind} cannot leave before the change {@code
   * at} is durable.
   */
  boolean covers(long behind, long at) {
    return durable(at) || behind >= at;
  }

  boolean alive(NaiveTenure tenure) {
    return tenure.ended == null && endOf(tenure) == null;
  }

  /**
   * The reason why the tenure is over although no change has recorded that yet, or null when the
   * tenure lives.
   */
  @Nullable EndReason endOf(NaiveTenure tenure) {
    if (tenure.bound()) {
      EndReason withSession = endOfSession(tenure);
      if (withSession != null) {
        return withSession;
      }
      EndReason alone = tenure.doomed ? EndReason.BROKEN : EndReason.EXPIRED;
      return tenure.mayEndAlone() && clock.over(tenure.endsAlone()) ? alone : null;
    }
    if (tenure.doomed) {
      return clock.over(tenure.doomedUntil) ? EndReason.BROKEN : null;
    }
    return clock.over(endsAt(tenure)) ? EndReason.EXPIRED : null;
  }

  /** The soft term of the tenure when a caller waits for the key, else the hard term. */
  long endsAt(NaiveTenure tenure) {
    boolean wanted = !tenure.isSession() && !queue(tenure.key()).isEmpty();
    long kept = Math.min(tenure.deadline + tenure.keptNanos(), tenure.lifetimeEnd);
    return wanted ? tenure.deadline : Math.max(tenure.deadline, kept);
  }

  boolean lapsed(NaiveTenure tenure) {
    return alive(tenure)
        && !tenure.bound()
        && !tenure.doomed
        && tenure.keptNanos() > 0
        && clock.over(tenure.deadline);
  }

  @Nullable EndReason endOfSession(NaiveTenure lease) {
    LeaseId session = lease.session();
    if (session.shard() != shard) {
      return sessions.endElsewhere(session);
    }
    NaiveTenure home = find(session);
    if (home == null) {
      return EndReason.EXPIRED;
    }
    return home.ended != null ? home.ended : endOf(home);
  }

  List<NaiveWaiter> queue(Key key) {
    List<NaiveWaiter> queue = queues.get(key);
    return queue == null ? List.of() : queue;
  }

  long countUnder(LeaseId session) {
    return live.stream().filter(each -> session.equals(each.begun.session())).count();
  }

  /** The holders of a key without a recorded end, over or not. */
  List<NaiveTenure> recorded(Key key) {
    List<NaiveTenure> holders = new ArrayList<>();
    for (NaiveTenure tenure : live) {
      if (key.equals(tenure.begun.key())) {
        holders.add(tenure);
      }
    }
    return holders;
  }

  List<NaiveTenure> holders(Key key) {
    List<NaiveTenure> holders = recorded(key);
    holders.removeIf(each -> !alive(each));
    return holders;
  }

  static boolean compatible(List<NaiveTenure> holders, Mode mode) {
    return holders.isEmpty()
        || mode.kind() != Mode.Kind.EXCLUSIVE
            && holders.stream().allMatch(each -> each.begun.mode().equals(mode))
            && (mode.kind() == Mode.Kind.SHARED || holders.size() < mode.slots());
  }

  boolean barred(Key key) {
    Long until = bars.get(key);
    return quarantined() || until != null && !clock.over(until);
  }

  /** The store may have lost leases of the sessions here, and of all others. */
  void inDoubt() {
    doubtful = true;
    live.stream().filter(NaiveTenure::isDoubtful).forEach(each -> each.runsOut = true);
    for (int other = 0; other < ModelRun.SHARDS; other++) {
      if (other != shard) {
        sessions.unheard.add(other);
      }
    }
  }

  boolean quarantined() {
    return quarantine.on();
  }

  /** The time for which the key stays locked, as callers see it. */
  long barredMillis(Key key) {
    Long until = bars.get(key);
    return Math.max(until == null ? 0 : clock.leftMillis(until), quarantine.millis());
  }

  /** Whether the waiter certainly waits: its wait is not over and its session takes leases. */
  boolean waits(NaiveWaiter waiter) {
    return !waiter.unsure && !clock.perhapsOver(waiter.deadline) && sessionTakes(waiter.request);
  }

  boolean sessionLives(Request.Acquire request) {
    LeaseId session = request.session();
    if (session == null) {
      return true;
    }
    if (session.shard() != shard) {
      return sessions.livesElsewhere(session);
    }
    NaiveTenure home = find(session);
    return home != null && home.isSession() && alive(home);
  }

  /** Whether the session of a request accepts leases: a session that runs out does not. */
  boolean sessionTakes(Request.Acquire request) {
    LeaseId session = request.session();
    NaiveTenure home = session == null ? null : find(session);
    boolean runsOut =
        home == null ? session != null && sessions.runsOutElsewhere(session) : home.runsOut;
    return sessionLives(request) && !runsOut;
  }

  /** Whether another lock-delay may exceed the limit. */
  boolean locksFull(Request.Acquire asked) {
    return asked.lockDelayMillis() > 0 && live.size() + bars.size() >= limits.leasesMax();
  }

  /** Whether a new request must be granted: the key has no holder, no waiter and no lock-delay. */
  boolean grantable(Request.Acquire request) {
    List<NaiveTenure> holders = holders(request.key());
    List<NaiveTenure> firm = new ArrayList<>(holders);
    firm.removeIf(this::lapsed);
    boolean takes = firm.size() < holders.size();
    boolean room =
        live.size() < limits.leasesMax()
            && !locksFull(request)
            && firm.size() < limits.holdersPerKeyMax()
            && !takes;
    return room
        && queue(request.key()).isEmpty()
        && !barred(request.key())
        && compatible(firm, request.mode());
  }

  /** Whether the table may have reached its limit of requestIds. */
  boolean requestIdsFull() {
    long known =
        Stream.concat(live.stream(), graves.known()).mapToLong(each -> each.done.size()).sum();
    return known >= limits.requestIdsMax();
  }

  @Nullable NaiveTenure find(LeaseId named) {
    NaiveTenure living = living(named);
    return living != null ? living : graves.latest(each -> each.isNamedBy(named, shard));
  }

  /** The tenure of that name without a recorded end. */
  @Nullable NaiveTenure living(LeaseId named) {
    for (NaiveTenure tenure : live) {
      if (tenure.isNamedBy(named, shard)) {
        return tenure;
      }
    }
    return null;
  }

  @Nullable NaiveTenure withToken(long token) {
    for (NaiveTenure tenure : live) {
      if (tenure.token() == token) {
        return tenure;
      }
    }
    return graves.latest(each -> each.token() == token);
  }

  /** The tenure that {@code asked} had its effect on; the latest if there are several. */
  @Nullable NaiveTenure effectOf(String asked) {
    for (int at = live.size() - 1; at >= 0; at--) {
      if (live.get(at).done.containsKey(asked)) {
        return live.get(at);
      }
    }
    return graves.latest(each -> each.done.containsKey(asked));
  }

  Standing standing(@Nullable NaiveTenure tenure) {
    if (tenure == null || tenure.forgotten) {
      return Standing.UNKNOWN;
    }
    if (tenure.ended == null) {
      return endOf(tenure) == null ? Standing.ALIVE : Standing.OVER;
    }
    return certain(tenure) ? Standing.ENDED : Standing.FADING;
  }

  /** Whether the table must still know this ended tenure. */
  boolean certain(NaiveTenure tenure) {
    return graves.certain(tenure, live.size());
  }

  void end(NaiveTenure tenure, EndReason how, long at, boolean remembered) {
    live.remove(tenure);
    graves.bury(tenure, how, at, remembered);
  }

  void restore(NaiveTenure tenure, EndReason how, boolean remembered) {
    live.remove(tenure);
    graves.restore(tenure, how, remembered);
  }
}
