package io.tenure.core.model;

import io.tenure.api.Reply;
import io.tenure.api.WatchUpdate;
import io.tenure.core.Change;
import io.tenure.core.ShardMessage;

/** One output of the table through its {@link Out}. */
sealed interface Heard {

  record Changed(long place, Change change) implements Heard {}

  record Replied(long ticket, long behind, Reply reply) implements Heard {}

  record Pushed(long watcher, long behind, WatchUpdate notice) implements Heard {}

  record Told(int shard, long behind, ShardMessage message) implements Heard {}

  record EpochWanted() implements Heard {}
}
