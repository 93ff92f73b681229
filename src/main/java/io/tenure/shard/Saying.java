package io.tenure.shard;

import io.tenure.core.Notice;
import io.tenure.core.Reply;
import io.tenure.core.Word;

/** Something that leaves a shard once what it stands behind is durable. */
sealed interface Saying {

  void say(CommitLine.Mouth mouth);

  /** Its change may or may not have been kept, and nobody will ever know. */
  void fail(CommitLine.Mouth mouth);

  record Answer(long ticket, Reply reply) implements Saying {
    @Override
    public void say(CommitLine.Mouth mouth) {
      mouth.reply(ticket, reply);
    }

    @Override
    public void fail(CommitLine.Mouth mouth) {
      mouth.unknown(ticket);
    }
  }

  /** Whoever watches is cut, and resumes. */
  record Push(long watcher, Notice notice) implements Saying {
    @Override
    public void say(CommitLine.Mouth mouth) {
      mouth.push(watcher, notice);
    }

    @Override
    public void fail(CommitLine.Mouth mouth) {}
  }

  /** Other shards ask again. */
  record Tell(int shard, Word word) implements Saying {
    @Override
    public void say(CommitLine.Mouth mouth) {
      mouth.tell(shard, word);
    }

    @Override
    public void fail(CommitLine.Mouth mouth) {}
  }
}
