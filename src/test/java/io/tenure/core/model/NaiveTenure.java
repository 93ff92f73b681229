package io.tenure.core.model;

import io.tenure.api.EndReason;
import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import io.tenure.api.Limits;
import io.tenure.api.Value;
import io.tenure.core.GuestShard;
import io.tenure.core.TenureFields;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the model knows of one lease or session, living or ended. */
final class NaiveTenure {
  final TenureFields begun;

  /** What was asked under a requestId and had its effect here, with the change that keeps it. */
  final Map<String, Long> done = new LinkedHashMap<>();

  @Nullable LeaseId id;
  @Nullable Value value;
  long deadline;
  long lifetimeEnd = Long.MAX_VALUE;

  boolean doomed;
  long doomedUntil;

  /** Nothing keeps it alive any more: its holder is told that it has expired. */
  boolean runsOut;

  /** Of a session: the shards that were told that it lives, and the change that says so. */
  List<GuestShard> guests = List.of();

  long enrolledAt;
  String reason = "";

  /** The last change that decided whether it lives. */
  long lastPlace;

  /** Its holder handed it to itself out of turn: so much was left of its maxLifetime. */
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

  /** Null when its holder is told that it lives. */
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

  /** Whether something ends it before its session does; {@link #endsAlone} tells when. */
  boolean mayEndAlone() {
    return doomed || lifetimeEnd != Long.MAX_VALUE;
  }

  long endsAlone() {
    return doomed ? doomedUntil : lifetimeEnd;
  }

  /** When it ends by itself, without its session. */
  long ownEnd() {
    if (bound()) {
      return endsAlone();
    }
    return doomed ? Math.min(doomedUntil, deadline) : deadline;
  }

  long ttlNanos() {
    return begun.ttlMillis() * NaiveClock.MILLI;
  }

  /** How much longer than its soft term it is kept when nobody asks. */
  long keptNanos() {
    return runsOut ? 0 : Math.max(0, begun.hardTtlMillis() - begun.ttlMillis()) * NaiveClock.MILLI;
  }

  /** Whether another may have come, or more may have been taken under it, that nobody knows of. */
  boolean isDoubtful() {
    return isSession() || keptNanos() > 0;
  }

  /** A full term from {@code clockNanos}, as at the grant and at recovery. */
  void startTerm(long clockNanos) {
    lifetimeEnd =
        begun.maxLifetimeMillis() == 0
            ? Long.MAX_VALUE
            : clockNanos + begun.maxLifetimeMillis() * NaiveClock.MILLI;
    deadline = Math.min(clockNanos + ttlNanos(), lifetimeEnd);
  }

  /** The same at recovery. */
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
        && named.slot() == begun.row()
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
