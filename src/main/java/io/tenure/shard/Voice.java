package io.tenure.shard;

import io.tenure.core.Notice;
import io.tenure.core.Reply;
import io.tenure.core.Word;
import java.util.function.Consumer;

/** Says what may leave a shard, and only while its server owns it (G10). */
final class Voice implements CommitLine.Mouth {

  private final Reign reign;
  private final Callers callers;
  private final Ownership ownership;
  private final Neighbours neighbours;
  private final Runnable soon;
  private final Consumer<Throwable> over;

  /** {@code soon}: ends a turn of this shard before long. */
  Voice(
      Reign reign,
      Callers callers,
      Ownership ownership,
      Neighbours neighbours,
      Runnable soon,
      Consumer<Throwable> over) {
    this.reign = reign;
    this.callers = callers;
    this.ownership = ownership;
    this.neighbours = neighbours;
    this.soon = soon;
    this.over = over;
  }

  @Override
  public void reply(long ticket, Reply reply) {
    if (holds()) {
      callers.answer(ticket, new Answer.Said(reply));
    } else {
      unknown(ticket);
    }
  }

  /** Never only skipped: the ownership may come back, and the gap would be silent. */
  @Override
  public void push(long watcher, Notice notice) {
    if (holds()) {
      callers.tell(watcher, notice);
    }
  }

  @Override
  public void tell(int shard, Word word) {
    if (holds()) {
      neighbours.tell(shard, word);
    }
  }

  @Override
  public void unknown(long ticket) {
    callers.answer(ticket, new Answer.Unknown());
  }

  @Override
  public void settled(long change) {
    reign.table.settled(change);
  }

  @Override
  public void kept(long change) {
    reign.kept(change);
  }

  @Override
  public void breathe() {
    soon.run();
  }

  @Override
  public void wentBackwards() {
    reign.wentBackwards();
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
    reign.line.stepDown(new IllegalStateException("the ownership ran out"));
    return false;
  }
}
