package io.tenure.sim;

import io.tenure.core.Change;
import io.tenure.core.LeaseTable;
import io.tenure.core.Notice;
import io.tenure.core.Out;
import io.tenure.core.Reply;
import io.tenure.core.Word;
import io.tenure.shard.CommitLine;

/** Takes down what a table decides: the auditor is told at once, the commit line lets it leave. */
final class Scribe implements Out {

  private final Simulation simulation;
  private final SimShard host;
  private final Callers callers;
  private final Claiming claiming;

  Scribe(Simulation simulation, SimShard host, Callers callers, Claiming claiming) {
    this.simulation = simulation;
    this.host = host;
    this.callers = callers;
    this.claiming = claiming;
  }

  @Override
  public long change(Change change) {
    simulation.auditor.decisions.decided(host, change);
    CommitLine line = host.line();
    return line == null ? 0 : line.change(change);
  }

  @Override
  public void reply(long ticket, long behind, Reply reply) {
    Letter letter = callers.asking(ticket);
    CommitLine line = host.line();
    if (letter != null) {
      if (letter.decided && letter.ticket == ticket) {
        simulation.auditor.fail("liveness", Auditor.about(letter), "a second reply: " + reply);
      }
      letter.decided = letter.ticket == ticket;
      simulation.auditor.decisions.answers(host, ticket, letter, reply);
      if (line != null) {
        callers.answered(ticket, letter);
      }
    } else if (!callers.gaveOut(ticket)) {
      simulation.auditor.fail("liveness", null, "reply to nobody: " + reply);
    }
    if (line != null) {
      line.reply(ticket, behind, reply);
    }
  }

  @Override
  public void push(long watcher, long behind, Notice notice) {
    Watcher follower = callers.follower(watcher);
    if (follower != null) {
      follower.decided(notice);
    }
    CommitLine line = host.line();
    if (line != null) {
      line.push(watcher, behind, notice);
    }
  }

  @Override
  public void tell(int to, long behind, Word word) {
    CommitLine line = host.line();
    if (line != null) {
      line.tell(to, behind, word);
    }
  }

  @Override
  public void epochWanted() {
    LeaseTable owned = host.table();
    CommitLine line = host.line();
    if (line != null && owned != null) {
      line.moveOn(() -> claiming.nextEpoch().onSuccess(epoch -> enter(owned, epoch)));
    }
  }

  private void enter(LeaseTable owned, long epoch) {
    if (host.table() == owned) {
      owned.enter(epoch, claiming.claimedAtMicros());
    }
  }

  @Override
  public long wallSeconds() {
    return simulation.store.wallSeconds();
  }
}
