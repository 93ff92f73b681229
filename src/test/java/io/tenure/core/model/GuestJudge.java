package io.tenure.core.model;

import static io.tenure.core.model.Disagreement.unless;

import io.tenure.core.Change;
import io.tenure.core.SessionGuestShard;
import io.tenure.core.ShardMessage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Judges the changes of a session that come from the shards that have leases of it. */
final class GuestJudge {

  private GuestJudge() {}

  /** A shard asks about the session for the first time. */
  static void enrol(
      NaiveLeases leases, Call call, long place, NaiveTenure session, Change.Enrol enrol) {
    if (!(call.message instanceof ShardMessage.Ask ask)
        || !session.isNamedBy(ask.session(), leases.shard)) {
      throw new Disagreement("nobody asked: " + enrol);
    }
    List<SessionGuestShard> guests = new ArrayList<>(session.guests);
    boolean again = guests.stream().anyMatch(each -> each.shard() == ask.from());
    unless(!again && leases.alive(session), "enrolled before, or over", enrol, session);
    guests.add(new SessionGuestShard(ask.from(), ask.since()));
    guests.sort(Comparator.comparing(SessionGuestShard::shard));
    unless(guests.equals(enrol.guests()), "not those who asked", enrol, guests);
    session.guests = enrol.guests();
    session.enrolledAt = place;
  }
}
