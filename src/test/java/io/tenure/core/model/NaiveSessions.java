package io.tenure.core.model;

import io.tenure.api.EndReason;
import io.tenure.api.LeaseId;
import io.tenure.core.SessionGuestShard;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The messages between shards about sessions that have their home on one shard and leases on
 * another.
 */
final class NaiveSessions {

  /** The knowledge of a guest shard about a session of another shard. */
  record Hearsay(@Nullable EndReason over, boolean runsOut) {}

  final Map<LeaseId, Hearsay> hearsay = new HashMap<>();

  /** The last question to the home of a session of another shard, while it is unanswered. */
  final Map<LeaseId, Long> questions = new HashMap<>();

  /** For sessions of other shards: the time by which their homes must have been asked again. */
  final Map<LeaseId, Long> askDue = new HashMap<>();

  /** Other shards that do not know yet what this shard may have lost. */
  final Set<Integer> unheard = new TreeSet<>();

  /** The time by which those shards must have been informed again. */
  long tellDue;

  /** The losses that each shard reported and that were not acknowledged yet. */
  final Map<Integer, Long> losses = new TreeMap<>();

  /** The largest number of an ownership of each shard that has asked here about a session. */
  final Map<Integer, Long> asking = new TreeMap<>();

  boolean mayHaveLost(SessionGuestShard guest) {
    Long doubting = losses.get(guest.shard());
    return doubting != null && mayHaveLost(guest, doubting);
  }

  /**
   * Among the ownerships that ask here, a later one has a larger number; the numbers of all other
   * ownerships are unknown here.
   */
  boolean mayHaveLost(SessionGuestShard guest, long doubting) {
    boolean late = asking.getOrDefault(guest.shard(), doubting) > doubting;
    return guest.since() != doubting && !late;
  }

  /** The known end of a session of another shard, or null. */
  @Nullable EndReason endElsewhere(LeaseId session) {
    Hearsay heard = hearsay.get(session);
    return heard == null ? null : heard.over();
  }

  /** Whether a session of another shard is known to run out. */
  boolean runsOutElsewhere(LeaseId session) {
    Hearsay heard = hearsay.get(session);
    return heard != null && heard.runsOut();
  }

  /** Whether a session of another shard is known to live. */
  boolean livesElsewhere(LeaseId session) {
    Hearsay heard = hearsay.get(session);
    return heard != null && heard.over() == null;
  }
}
