package io.tenure.core.model;

import io.tenure.core.Ending;
import io.tenure.core.Handle;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What shards have told each other of sessions that have leases on one and live on another. */
final class NaiveSessions {

  /** What a guest shard has heard of a session of another shard. */
  record Hearsay(@Nullable Ending over) {}

  final Map<Handle, Hearsay> hearsay = new HashMap<>();

  /** What was asked last of the home of a session of another shard, and not answered. */
  final Map<Handle, Long> questions = new HashMap<>();

  /** Of sessions of other shards: until when their homes must have been asked again. */
  final Map<Handle, Long> askDue = new HashMap<>();

  /** Other shards that have not heard yet what this one may have lost. */
  final Set<Integer> unheard = new TreeSet<>();

  /** Until when they must have been told again. */
  long tellDue;

  /** By shard: what they said that they may have lost, and were not answered yet. */
  final Map<Integer, Long> losses = new TreeMap<>();

  /** How a session of another shard is known to be over, or null. */
  @Nullable Ending endElsewhere(Handle session) {
    Hearsay heard = hearsay.get(session);
    return heard == null ? null : heard.over();
  }

  /** Whether a session of another shard is known to live. */
  boolean livesElsewhere(Handle session) {
    Hearsay heard = hearsay.get(session);
    return heard != null && heard.over() == null;
  }
}
