package io.tenure.core.model;

import io.tenure.core.Change;
import io.tenure.core.Notice;
import io.tenure.core.Reply;
import io.tenure.core.Word;

/** One thing that the table said through its {@link Out}. */
sealed interface Heard {

  record Changed(long place, Change change) implements Heard {}

  record Replied(long ticket, long behind, Reply reply) implements Heard {}

  record Pushed(long watcher, long behind, Notice notice) implements Heard {}

  record Told(int shard, long behind, Word word) implements Heard {}

  record EpochWanted() implements Heard {}
}
