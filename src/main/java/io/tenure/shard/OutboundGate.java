package io.tenure.shard;

import io.tenure.api.Reply;
import io.tenure.api.WatchNotice;
import io.tenure.core.ShardMessage;
import java.util.function.Consumer;

/** Says what may leave a shard, and only while its server owns it (G10). */
final class OutboundGate implements CommitLine.CommitListener {

  private final OwnedShard owned;
  private final PendingCalls pendingCalls;
  private final Ownership ownership;
  private final ShardMessenger messenger;
  private final Runnable soon;
  private final Consumer<Throwable> over;

  /** {@code soon}: ends a turn of this shard before long. */
  OutboundGate(
      OwnedShard owned,
      PendingCalls pendingCalls,
      Ownership ownership,
      ShardMessenger messenger,
      Runnable soon,
      Consumer<Throwable> over) {
    this.owned = owned;
    this.pendingCalls = pendingCalls;
    this.ownership = ownership;
    this.messenger = messenger;
    this.soon = soon;
    this.over = over;
  }

  @Override
  public void reply(long ticket, Reply reply) {
    if (holds()) {
      pendingCalls.answer(ticket, new CallResult.Said(reply));
    } else {
      unknown(ticket);
    }
  }

  /** Never only skipped: the ownership may come back, and the gap would be silent. */
  @Override
  public void push(long watcher, WatchNotice notice) {
    if (holds()) {
      pendingCalls.tell(watcher, notice);
    }
  }

  @Override
  public void tell(int shard, ShardMessage message) {
    if (holds()) {
      messenger.tell(shard, message);
    }
  }

  @Override
  public void unknown(long ticket) {
    pendingCalls.answer(ticket, new CallResult.Unknown());
  }

  @Override
  public void settled(long change) {
    owned.table.settled(change);
  }

  @Override
  public void kept(long change) {
    owned.kept(change);
  }

  @Override
  public void breathe() {
    soon.run();
  }

  @Override
  public void wentBackwards() {
    owned.wentBackwards();
  }

  @Override
  public void stepDown(Throwable cause) {
    over.accept(cause);
  }

  private boolean holds() {
    // mistake: late-reply
    if (ownership.holds()) {
      return true;
    }
    owned.line.stepDown(new IllegalStateException("the ownership ran out"));
    return false;
  }
}
