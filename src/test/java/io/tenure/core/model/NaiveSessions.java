package io.tenure.core.model;

import io.tenure.api.EndReason;
import io.tenure.api.LeaseId;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What shards have told each other of sessions that have leases on one and live on another. */
final class NaiveSessions {

  /** What a guest shard has heard of a session of another shard. */
  record Hearsay(@Nullable EndReason over) {}

  final Map<LeaseId, Hearsay> hearsay = new HashMap<>();

  /** What was asked last of the home of a session of another shard, and not answered. */
  final Map<LeaseId, Long> questions = new HashMap<>();

  /** Of sessions of other shards: until when their homes must have been asked again. */
  final Map<LeaseId, Long> askDue = new HashMap<>();

  /** Other shards that have not heard yet what this one may have lost. */
  final Set<Integer> unheard = new TreeSet<>();

  /** Until when they must have been told again. */
  long tellDue;

  /** By shard: what they said that they may have lost, and were not answered yet. */
  final Map<Integer, Long> losses = new TreeMap<>();

  /** How a session of another shard is known to be over, or null. */
  @Nullable EndReason endElsewhere(LeaseId session) {
    Hearsay heard = hearsay.get(session);
    return heard == null ? null : heard.over();
  }

  /** Whether a session of another shard is known to live. */
  boolean livesElsewhere(LeaseId session) {
    Hearsay heard = hearsay.get(session);
    return heard != null && heard.over() == null;
  }
}
