package io.tenure.sim;

import io.tenure.core.Change;
import io.tenure.core.Code;
import io.tenure.core.Handle;
import io.tenure.core.LeaseTable;
import io.tenure.core.Notice;
import io.tenure.core.Out;
import io.tenure.core.Reply;
import io.tenure.core.Request;
import io.tenure.core.Word;
import io.tenure.shard.CommitLine;
import io.tenure.shard.Ownership;
import io.tenure.store.LeaseStore;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One shard as one server sees it: waiting for it, owning it, or having lost it. */
final class SimShard implements Out, CommitLine.Mouth {

  /** Between two claims, so that epochs grow slower than seconds. */
  private static final long CLAIM_EVERY_NANOS = Schedule.SECOND + Schedule.SECOND / 10;

  /** A stream of a client's life. */
  private record Following(Watcher watcher, int incarnation) {}

  private static final long SLICES_MAX = 1_000_000;

  private final Simulation simulation;
  private final SimServer server;
  private final int shard;
  private final LeaseStore store;
  private final Map<Long, Letter> open = new LinkedHashMap<>();
  private final Map<Long, Following> watchers = new LinkedHashMap<>();
  private @Nullable LeaseTable table;
  private @Nullable CommitLine line;
  private Ownership ownership;
  private boolean claiming;
  private long claimAtNanos;
  private long tickets;
  private long firstRevision;
  private long currentTicket;
  private @Nullable Letter current;
  private boolean answered;
  private KeyLife.@Nullable Waiting inherited;

  SimShard(Simulation simulation, SimServer server, int shard) {
    this.simulation = simulation;
    this.server = server;
    this.shard = shard;
    store = simulation.store.reachedBy(server);
    ownership = newOwnership();
    claimAtNanos = server.nanos() + simulation.chance.between(0, 50 * Schedule.MILLI);
  }

  int index() {
    return shard;
  }

  @Nullable LeaseTable table() {
    return table;
  }

  int unanswered() {
    return open.size();
  }

  String server() {
    return server.name;
  }

  // --- turns

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
      if (!claiming && server.nanos() - claimAtNanos >= 0) {
        claim();
      }
      return;
    }
    ownership.tick();
    if (!ownership.holds()) {
      stepDown("ownership ran out");
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

  void hangUp(SimClient client, int living) {
    LeaseTable owned = table;
    if (owned == null) {
      return;
    }
    for (var each : List.copyOf(open.entrySet())) {
      Letter letter = each.getValue();
      if (letter.from == client && letter.incarnation < living && table == owned) {
        ask(owned, new Request.Withdraw(each.getKey()));
      }
    }
    for (var each : List.copyOf(watchers.entrySet())) {
      Following stream = each.getValue();
      boolean gone = stream.watcher.owner() == client && stream.incarnation < living;
      if (gone && table == owned) {
        unwatch(each.getKey());
      }
    }
    endTurn();
  }

  long firstRevision() {
    return firstRevision;
  }

  /** Whether the present request hands a key on, and so may pass the queue. */
  boolean handingOver() {
    return current != null && current.request instanceof Request.Transfer;
  }

  /** The present request repeats the one that waits: it takes its place. */
  void takesOver(KeyLife.@Nullable Waiting place) {
    inherited = place;
  }

  void hangUpWatch(long watcher) {
    server.inTurn(() -> unwatch(watcher));
  }

  /** The stream is cut: its watcher goes. */
  void unwatch(long watcher) {
    if (table != null && watchers.remove(watcher) != null) {
      ask(table, new Request.Unwatch(watcher));
      endTurn();
    }
  }

  void crash() {
    if (table != null) {
      drop();
    }
    open.clear();
  }

  private void endTurn() {
    if (line != null) {
      if (simulation.auditor.current(this)) {
        simulation.auditor.log(shard).endOfTurn();
      }
      line.flush();
    }
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
    if (ownership.holds()) {
      simulation.auditor.acknowledged(this, letter, null);
      simulation.answer(letter, new Answer.Lasts(millis));
    } else {
      stepDown("ownership ran out");
      simulation.answer(letter, new Answer.NotHere());
    }
  }

  private void accept(LeaseTable owned, Letter letter) {
    Request request = letter.request;
    if (request instanceof Request.Withdraw && letter.about != null) {
      if (letter.about.host != this || !open.containsKey(letter.about.ticket)) {
        simulation.answer(letter, new Answer.Said(new Reply.Withdrawn()));
        return;
      }
      request = new Request.Withdraw(letter.about.ticket);
    }
    long ticket = ++tickets;
    letter.ticket = ticket;
    if (letter.back instanceof Watcher watcher && request instanceof Request.Watch) {
      watchers.put(ticket, new Following(watcher, letter.incarnation));
    }
    currentTicket = ticket;
    current = letter;
    answered = false;
    inherited = null;
    letter.decided = false;
    owned.accept(server.nanos(), ticket, request);
    current = null;
    currentTicket = 0;
    if (!answered && table == owned) {
      open.put(ticket, letter);
      simulation.auditor.decisions.waits(this, letter, inherited);
    } else if (!answered) {
      simulation.answer(letter, new Answer.Unknown());
    }
  }

  /** A request of the server itself: nobody waits for its answer. */
  private void ask(LeaseTable owned, Request request) {
    owned.accept(server.nanos(), ++tickets, request);
  }

  // --- owning

  private Ownership newOwnership() {
    return new Ownership(
        store, shard, server.name, simulation.scenario.ownershipMillis(), server::nanos);
  }

  private void claim() {
    claiming = true;
    claimAtNanos = server.nanos() + CLAIM_EVERY_NANOS;
    long againNanos = simulation.scenario.ownershipMillis() * Schedule.MILLI / 4;
    ownership = newOwnership();
    ownership
        .claim()
        .compose(epoch -> store.load(shard, epoch))
        .onComplete(
            loaded -> {
              claiming = false;
              if (loaded.succeeded() && ownership.holds()) {
                open(loaded.result());
              } else {
                claimAtNanos = server.nanos() + Math.max(CLAIM_EVERY_NANOS, againNanos);
              }
            });
  }

  private void open(List<Change> changes) {
    LeaseTable opened =
        new LeaseTable(shard, simulation.scenario.limits(), simulation.chance::next, this);
    long epoch = ownership.epoch();
    line = new CommitLine(store, shard, epoch, this);
    table = opened;
    firstRevision = epoch << 22;
    simulation.auditor.opened(this);
    changes.forEach(opened::replay);
    opened.enter(epoch);
    opened.open(server.nanos());
    long audit = ++tickets;
    watchers.put(audit, new Following(simulation.auditor.log(shard).newStream(this), 0));
    opened.accept(server.nanos(), audit, new Request.Watch(null, "", Request.FROM_NOW));
    endTurn();
  }

  private void stepDown(String why) {
    if (line != null) {
      line.stepDown(new IllegalStateException(why));
    }
  }

  private void drop() {
    ownership.giveUp();
    table = null;
    line = null;
    claimAtNanos = Math.max(claimAtNanos, server.nanos() + Schedule.SECOND / 10);
    simulation.auditor.dropped(this);
    List.copyOf(watchers.values()).forEach(each -> each.watcher.cut());
    watchers.clear();
  }

  // --- CommitLine.Mouth: what may leave, leaves only from an owner

  @Override
  public void reply(long ticket, Reply reply) {
    Letter letter = letter(ticket, true);
    if (letter == null) {
      return;
    }
    if (!ownership.holds()) {
      simulation.answer(letter, new Answer.Unknown());
      stepDown("ownership ran out");
      return;
    }
    simulation.auditor.acknowledged(this, letter, reply);
    if (letter.back instanceof Watch watch && reply instanceof Reply.Watching) {
      watch.attach(this, letter, reply);
    } else {
      simulation.answer(letter, new Answer.Said(reply));
    }
  }

  @Override
  public void push(long watcher, Notice notice) {
    Following stream = watchers.get(watcher);
    if (stream == null) {
      return;
    }
    if (ownership.holds()) {
      stream.watcher.sent(this, watcher, notice);
    } else {
      // Never only skipped: ownership may come back, and the gap would be silent.
      stepDown("ownership ran out");
    }
  }

  @Override
  public void tell(int to, Word word) {
    if (ownership.holds()) {
      simulation.carryWord(to, word);
    }
  }

  @Override
  public void unknown(long ticket) {
    Letter letter = letter(ticket, true);
    if (letter != null) {
      simulation.answer(letter, new Answer.Unknown());
    }
  }

  @Override
  public void settled(long change) {
    if (table != null) {
      table.settled(change);
    }
  }

  @Override
  public void stepDown(Throwable cause) {
    List<Letter> waiting = new ArrayList<>(open.values());
    open.clear();
    for (Letter letter : waiting) {
      simulation.answer(letter, new Answer.Unknown());
    }
    drop();
  }

  // --- Out: what the table decides

  @Override
  public long change(Change change) {
    simulation.auditor.decisions.decided(this, change);
    return line == null ? 0 : line.change(change);
  }

  @Override
  public void reply(long ticket, long behind, Reply reply) {
    Letter letter = letter(ticket, false);
    if (letter != null) {
      if (letter.decided && letter.ticket == ticket) {
        simulation.auditor.fail("liveness", Auditor.about(letter), "a second reply: " + reply);
      }
      letter.decided = letter.ticket == ticket;
      simulation.auditor.decisions.answers(this, ticket, letter, reply);
      if (ticket == currentTicket && line != null) {
        // Parked replies find their letter among the open ones.
        open.put(ticket, letter);
        answered = true;
      }
    } else if (ticket <= 0 || ticket > tickets) {
      simulation.auditor.fail("liveness", null, "reply to nobody: " + reply);
    }
    if (line != null) {
      line.reply(ticket, behind, reply);
    }
  }

  @Override
  public void push(long watcher, long behind, Notice notice) {
    Following stream = watchers.get(watcher);
    if (stream != null) {
      stream.watcher.decided(notice);
    }
    if (line != null) {
      line.push(watcher, behind, notice);
    }
  }

  @Override
  public void tell(int to, long behind, Word word) {
    if (line != null) {
      line.tell(to, behind, word);
    }
  }

  @Override
  public void epochWanted() {
    LeaseTable owned = table;
    if (line != null && owned != null) {
      line.moveOn(
          () ->
              ownership
                  .claim()
                  .onSuccess(
                      epoch -> {
                        if (table == owned) {
                          owned.enter(epoch);
                        }
                      }));
    }
  }

  @Override
  public long wallSeconds() {
    return simulation.store.wallSeconds();
  }

  private @Nullable Letter letter(long ticket, boolean last) {
    if (last) {
      return open.remove(ticket);
    }
    return ticket == currentTicket ? current : open.get(ticket);
  }
}
