package io.tenure.shard;

import io.tenure.api.Reply;
import io.tenure.api.WatchNotice;
import io.tenure.core.ShardMessage;

/** Something that leaves a shard once what it stands behind is durable. */
sealed interface DeferredEffect {

  void say(CommitLine.CommitListener listener);

  /** Its change may or may not have been kept, and nobody will ever know. */
  void fail(CommitLine.CommitListener listener);

  record Answer(long ticket, Reply reply) implements DeferredEffect {
    @Override
    public void say(CommitLine.CommitListener listener) {
      listener.reply(ticket, reply);
    }

    @Override
    public void fail(CommitLine.CommitListener listener) {
      listener.unknown(ticket);
    }
  }

  /** Whoever watches is cut, and resumes. */
  record Push(long watcher, WatchNotice notice) implements DeferredEffect {
    @Override
    public void say(CommitLine.CommitListener listener) {
      listener.push(watcher, notice);
    }

    @Override
    public void fail(CommitLine.CommitListener listener) {}
  }

  /** Other shards ask again. */
  record Tell(int shard, ShardMessage message) implements DeferredEffect {
    @Override
    public void say(CommitLine.CommitListener listener) {
      listener.tell(shard, message);
    }

    @Override
    public void fail(CommitLine.CommitListener listener) {}
  }
}
