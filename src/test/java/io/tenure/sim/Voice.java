package io.tenure.sim;

import io.tenure.core.LeaseTable;
import io.tenure.core.Notice;
import io.tenure.core.Reply;
import io.tenure.core.Word;
import io.tenure.shard.CommitLine;

/** Says what may leave a shard, and only while its server owns it. */
final class Voice implements CommitLine.Mouth {

  private final Simulation simulation;
  private final SimShard host;
  private final Callers callers;
  private final Claiming claiming;

  Voice(Simulation simulation, SimShard host, Callers callers, Claiming claiming) {
    this.simulation = simulation;
    this.host = host;
    this.callers = callers;
    this.claiming = claiming;
  }

  @Override
  public void reply(long ticket, Reply reply) {
    Letter letter = callers.release(ticket);
    if (letter == null) {
      return;
    }
    if (!claiming.holds()) {
      simulation.answer(letter, new Answer.Unknown());
      host.stepDown();
      return;
    }
    simulation.auditor.acknowledged(host, letter, reply);
    if (letter.back instanceof Watch watch && reply instanceof Reply.Watching) {
      watch.attach(host, letter, reply);
    } else {
      simulation.answer(letter, new Answer.Said(reply));
    }
  }

  /** Never only skipped: ownership may come back, and the gap would be silent. */
  @Override
  public void push(long watcher, Notice notice) {
    Watcher follower = callers.follower(watcher);
    if (follower == null) {
      return;
    }
    if (claiming.holds()) {
      follower.sent(host, watcher, notice);
    } else {
      host.stepDown();
    }
  }

  @Override
  public void tell(int to, Word word) {
    if (claiming.holds()) {
      simulation.carryWord(to, word);
    }
  }

  @Override
  public void unknown(long ticket) {
    Letter letter = callers.release(ticket);
    if (letter != null) {
      simulation.answer(letter, new Answer.Unknown());
    }
  }

  @Override
  public void settled(long change) {
    LeaseTable table = host.table();
    if (table != null) {
      table.settled(change);
    }
  }

  @Override
  public void stepDown(Throwable cause) {
    for (Letter letter : callers.releaseAll()) {
      simulation.answer(letter, new Answer.Unknown());
    }
    host.drop();
  }
}
