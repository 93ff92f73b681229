package io.tenure.sim;

import io.tenure.core.Change;
import io.tenure.core.Code;
import io.tenure.core.Handle;
import io.tenure.core.LeaseTable;
import io.tenure.core.Reply;
import io.tenure.core.Request;
import io.tenure.core.Word;
import io.tenure.shard.CommitLine;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One shard as one server sees it: waiting for it, owning it, or having lost it. */
final class SimShard {

  private static final long SLICES_MAX = 1_000_000;

  private final Simulation simulation;
  private final SimServer server;
  private final int shard;
  private final Callers callers = new Callers();
  private final Claiming claiming;
  private final Scribe scribe;
  private final Voice voice;
  private @Nullable LeaseTable table;
  private @Nullable CommitLine line;
  private long firstRevision;

  SimShard(Simulation simulation, SimServer server, int shard) {
    this.simulation = simulation;
    this.server = server;
    this.shard = shard;
    claiming = new Claiming(simulation, server, shard);
    scribe = new Scribe(simulation, this, callers, claiming);
    voice = new Voice(simulation, this, callers, claiming);
  }

  int index() {
    return shard;
  }

  String server() {
    return server.name;
  }

  @Nullable LeaseTable table() {
    return table;
  }

  @Nullable CommitLine line() {
    return line;
  }

  long firstRevision() {
    return firstRevision;
  }

  int unanswered() {
    return callers.waiting();
  }

  /** Whether the present request hands a key on, and so may pass the queue. */
  boolean handingOver() {
    Letter present = callers.present();
    return present != null && present.request instanceof Request.Transfer;
  }

  /** The present request repeats the one that waits: it takes its place. */
  void takesOver(KeyLife.@Nullable Waiting place) {
    callers.takesOver(place);
  }

  void hear(Letter letter) {
    LeaseTable owned = table;
    if (owned == null || line == null) {
      simulation.answer(letter, new Answer.NotHere());
      return;
    }
    letter.handledNanos = simulation.schedule.now();
    letter.host = this;
    if (letter.shortPath && letter.request instanceof Request.Renew renew) {
      renew(owned, letter, renew.leases().get(0));
    } else if (line.full()) {
      simulation.answer(
          letter, new Answer.Said(new Reply.Refused(Code.UNAVAILABLE, "", "try again later")));
    } else {
      accept(owned, letter);
    }
    endTurn();
  }

  private void renew(LeaseTable owned, Letter letter, Handle lease) {
    long millis =
        owned.renew(
            server.nanos(),
            lease.slot(),
            lease.generation(),
            lease.secretHigh(),
            lease.secretLow());
    if (millis > 0) {
      simulation.auditor.decisions.renewed(this, letter, millis);
    }
    if (claiming.holds()) {
      simulation.auditor.acknowledged(this, letter, null);
      simulation.answer(letter, new Answer.Lasts(millis));
    } else {
      stepDown();
      simulation.answer(letter, new Answer.NotHere());
    }
  }

  private void accept(LeaseTable owned, Letter letter) {
    Request request = letter.request;
    if (request instanceof Request.Withdraw && letter.about != null) {
      if (letter.about.host != this || !callers.waits(letter.about.ticket)) {
        simulation.answer(letter, new Answer.Said(new Reply.Withdrawn()));
        return;
      }
      request = new Request.Withdraw(letter.about.ticket);
    }
    long ticket = callers.enter(letter, request);
    owned.accept(server.nanos(), ticket, request);
    boolean answered = callers.heard();
    if (!answered && table == owned) {
      simulation.auditor.decisions.waits(this, letter, callers.queue(letter));
    } else if (!answered) {
      simulation.answer(letter, new Answer.Unknown());
    }
  }

  void hear(Word word) {
    if (table != null) {
      simulation.auditor.decisions.heard(this, word);
      table.hear(server.nanos(), word);
      endTurn();
    }
  }

  void tick() {
    LeaseTable owned = table;
    if (owned == null) {
      claiming.tick(this::open);
      return;
    }
    claiming.extend();
    if (!claiming.holds()) {
      stepDown();
      return;
    }
    long slices = 0;
    while (owned.tick(server.nanos()) && table == owned) {
      endTurn();
      if (++slices > SLICES_MAX) {
        simulation.auditor.fail("liveness", null, "tick never comes to an end");
      }
    }
    endTurn();
  }

  private void open(List<Change> changes) {
    LeaseTable opened =
        new LeaseTable(shard, simulation.scenario.limits(), simulation.chance::next, scribe);
    long epoch = claiming.epoch();
    line = new CommitLine(claiming.store(), shard, epoch, voice);
    table = opened;
    firstRevision = epoch << 22;
    simulation.auditor.opened(this);
    changes.forEach(opened::replay);
    opened.enter(epoch, claiming.claimedAtMicros());
    opened.open(server.nanos());
    long audit = callers.nobody();
    callers.follow(audit, simulation.auditor.log(shard).newStream(this), 0);
    opened.accept(server.nanos(), audit, new Request.Watch(null, "", Request.FROM_NOW));
    endTurn();
  }

  /** The streams and waiting calls of earlier lives of a client. */
  void hangUp(SimClient client, int living) {
    LeaseTable owned = table;
    if (owned == null) {
      return;
    }
    for (long ticket : callers.callsBefore(client, living)) {
      if (table == owned) {
        ask(owned, new Request.Withdraw(ticket));
      }
    }
    for (long ticket : callers.streamsBefore(client, living)) {
      if (table == owned) {
        unwatch(ticket);
      }
    }
    endTurn();
  }

  void hangUpWatch(long watcher) {
    server.inTurn(() -> unwatch(watcher));
  }

  /** The stream is cut: its watcher goes. */
  private void unwatch(long watcher) {
    if (table != null && callers.unfollow(watcher)) {
      ask(table, new Request.Unwatch(watcher));
      endTurn();
    }
  }

  /** A request of the server itself. */
  private void ask(LeaseTable owned, Request request) {
    owned.accept(server.nanos(), callers.nobody(), request);
  }

  private void endTurn() {
    if (line != null) {
      if (simulation.auditor.current(this)) {
        simulation.auditor.log(shard).endOfTurn();
      }
      line.flush();
    }
  }

  void stepDown() {
    if (line != null) {
      line.stepDown(new IllegalStateException("ownership ran out"));
    }
  }

  void crash() {
    if (table != null) {
      drop();
    }
    callers.releaseAll();
  }

  void drop() {
    claiming.giveUp();
    table = null;
    line = null;
    claiming.pause();
    simulation.auditor.dropped(this);
    callers.cutAll();
  }
}
