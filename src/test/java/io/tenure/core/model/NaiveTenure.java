package io.tenure.core.model;

import io.tenure.api.EndReason;
import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import io.tenure.api.Limits;
import io.tenure.api.Value;
import io.tenure.core.SessionGuestShard;
import io.tenure.core.TenureFields;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The knowledge of the model about one lease or session, live or ended. */
final class NaiveTenure {
  final TenureFields begun;

  /**
   * The requests that had their effect here, by requestId, each with the change that makes it
   * durable.
   */
  final Map<String, Long> done = new LinkedHashMap<>();

  @Nullable LeaseId id;
  @Nullable Value value;
  long deadline;
  long lifetimeEnd = Long.MAX_VALUE;

  boolean doomed;
  long doomedUntil;

  /** Nothing keeps the tenure alive any more: its holder is informed that it has expired. */
  boolean runsOut;

  /**
   * For a session: the shards that were informed that the session lives, each with the change that
   * records it.
   */
  List<SessionGuestShard> guests = List.of();

  long enrolledAt;
  String reason = "";

  /** The last change that decided whether the tenure lives. */
  long lastPlace;

  /** The rest of the maxLifetime at a transfer of the holder to itself out of turn; else null. */
  @Nullable Long lifetimeGoesOn;

  @Nullable EndReason ended;
  long endedAt;
  long overSince;
  int endOrder;
  boolean remembered;
  boolean restored;
  boolean forgotten;

  NaiveTenure(TenureFields begun, long place) {
    this.begun = begun;
    this.lastPlace = place;
    this.value = begun.value();
  }

  /** The end as the holder knows it; null while the tenure lives for its holder. */
  @Nullable EndReason endingTold() {
    return runsOut && ended == null ? EndReason.EXPIRED : ended;
  }

  /** Whether a request with this id has had its effect here, and must still be known. */
  boolean remembers(String asked) {
    int at = new ArrayList<>(done.keySet()).indexOf(asked);
    return at >= 0 && done.size() - at < Limits.REQUESTS_PER_LEASE_MAX - 1;
  }

  boolean isSession() {
    return begun.key() == null;
  }

  Key key() {
    Key key = begun.key();
    if (key == null) {
      throw new Disagreement("a session where a lease should be: " + begun);
    }
    return key;
  }

  LeaseId session() {
    LeaseId session = begun.session();
    if (session == null) {
      throw new Disagreement("not under a session: " + this);
    }
    return session;
  }

  long token() {
    return begun.token();
  }

  boolean bound() {
    return begun.session() != null;
  }

  /**
   * Whether a cause of its own may end the lease before its session ends; {@link #endsAlone} tells
   * when.
   */
  boolean mayEndAlone() {
    return doomed || lifetimeEnd != Long.MAX_VALUE;
  }

  long endsAlone() {
    return doomed ? doomedUntil : lifetimeEnd;
  }

  /** The time of its end by a cause of its own, without the end of its session. */
  long ownEnd() {
    if (bound()) {
      return endsAlone();
    }
    return doomed ? Math.min(doomedUntil, deadline) : deadline;
  }

  long ttlNanos() {
    return begun.ttlMillis() * NaiveClock.MILLI;
  }

  /** The time by which the tenure may outlive its soft term while no caller asks for the key. */
  long keptNanos() {
    return runsOut ? 0 : Math.max(0, begun.hardTtlMillis() - begun.ttlMillis()) * NaiveClock.MILLI;
  }

  /**
   * Whether there may be a later holder, or further leases under the session, that the store has
   * lost.
   */
  boolean isDoubtful() {
    return isSession() || keptNanos() > 0;
  }

  /** Starts a full term at {@code clockNanos}, as at the grant and at recovery. */
  void startTerm(long clockNanos) {
    lifetimeEnd =
        begun.maxLifetimeMillis() == 0
            ? Long.MAX_VALUE
            : clockNanos + begun.maxLifetimeMillis() * NaiveClock.MILLI;
    deadline = Math.min(clockNanos + ttlNanos(), lifetimeEnd);
  }

  /** Starts a full term at recovery. */
  void startAgain() {
    startTerm(0);
    if (runsOut) {
      deadline = Math.min(deadline, doomedUntil);
    } else if (doomed && !bound()) {
      doomedUntil = Math.min(doomedUntil, deadline);
    }
  }

  void renew(long clockNanos) {
    if (!doomed && !runsOut && !bound()) {
      deadline = Math.max(deadline, Math.min(clockNanos + ttlNanos(), lifetimeEnd));
    }
  }

  /** Whether {@code named} is this tenure; the generation counts once a reply has shown it. */
  boolean isNamedBy(LeaseId named, int shard) {
    return named.shard() == shard
        && named.row() == begun.row()
        && named.secretHigh() == begun.secretHigh()
        && named.secretLow() == begun.secretLow()
        && (id == null || id.generation() == named.generation());
  }

  @Override
  public String toString() {
    return (isSession() ? "session " : begun.key() + " ")
        + begun.holder()
        + "#"
        + Long.toHexString(token())
        + " slot "
        + begun.row()
        + " deadline "
        + deadline
        + (doomed ? " doomed " + doomedUntil : "")
        + (runsOut ? " runs out" : "")
        + (ended == null ? "" : " " + ended);
  }
}
