package io.tenure.sim;

import io.tenure.api.Reply;
import io.tenure.api.WatchUpdate;
import io.tenure.shard.LoopByHand;
import org.jspecify.annotations.Nullable;

/** One arrival of a letter at a server, until its answer; for a watch, until its cut. */
final class Post implements LoopByHand.Caller {

  final Letter letter;
  final SimShard host;
  final long arrivedNanos;
  LoopByHand.@Nullable Asked asked;

  /** When the table received it. */
  long handledNanos;

  /** 0 until the table has received it. */
  long ticket;

  /** The answer of the table. */
  @Nullable Reply reply;

  /** The table has answered it. */
  boolean decided;

  Post(Letter letter, SimShard host, long arrivedNanos) {
    this.letter = letter;
    this.host = host;
    this.arrivedNanos = arrivedNanos;
  }

  @Override
  public void answered(io.tenure.shard.call.CallResult answer) {
    host.answered(this, answer);
  }

  @Override
  public boolean told(WatchUpdate notice) {
    if (letter.back instanceof Watch watch) {
      watch.sent(this, notice);
    }
    return host.keepsUp();
  }

  @Override
  public void cut() {
    host.cut(this);
  }
}
