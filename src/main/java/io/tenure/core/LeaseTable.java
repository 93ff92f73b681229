package io.tenure.core;

import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The rules of leasing for one shard: decides what a request or the passing of time does to its
 * leases. Owned by the shard's loop; handed the monotonic time with every call; speaks through
 * {@link Out} only.
 *
 * <p>Its life: {@link #replay} what the store kept, {@link #enter} the epoch claimed, {@link
 * #quarantine} and {@link #doubt} when the store may have lost something, {@link #open}; then
 * requests, words, ticks, and {@link #settled} as changes become durable. A table whose changes
 * were refused is thrown away and made anew: it never rolls back.
 */
public final class LeaseTable {

  /** Leases ended, waits given up, graves swept in one turn: about a tenth of a millisecond. */
  static final int LEASES_PER_TURN = 128;

  private final Desk desk;
  private final LeaseClock clock;
  private final Doubt doubt;
  private final Checks checks;
  private final Opening opening;
  private final Acquiring acquiring;
  private final Departures departures;
  private final Values values;
  private final Breaking breaking;
  private final Transferring transferring;
  private final Renewing renewing;
  private final Sessions sessions;
  private final Views views;
  private final Watches watches;
  private final Survey survey;
  private final Fences fences;
  private final Images images;

  /** {@code secrets} makes leaseIds unguessable: a cryptographic source, except in tests. */
  public LeaseTable(int shard, Limits limits, LongSupplier secrets, Out out) {
    this(shard, limits, secrets, out, new Measures());
  }

  /** {@code measures} count on where a former table of the shard left off. */
  public LeaseTable(int shard, Limits limits, LongSupplier secrets, Out out, Measures measures) {
    this(shard, limits, secrets, out, measures, new Arena());
  }

  /** {@code arena}: its size bounds the texts that the table keeps. */
  LeaseTable(
      int shard, Limits limits, LongSupplier secrets, Out out, Measures measures, Arena arena) {
    desk = new Desk(shard, limits, secrets, out, measures, arena);
    clock = desk.clock;
    checks = new Checks(limits);
    Judge judge = new Judge(desk);
    SlotNumbers slotNumbers = new SlotNumbers();
    doubt = new Doubt(desk);
    Endings endings = new Endings(desk, judge, slotNumbers, doubt);
    Bonds bonds = new Bonds(desk, judge, endings);
    Grants grants = new Grants(desk, judge, slotNumbers);
    opening = new Opening(desk, judge, endings, bonds, grants, doubt);
    acquiring = new Acquiring(desk, judge, endings, bonds, grants);
    departures = new Departures(desk, judge, endings, acquiring);
    values = new Values(desk, departures);
    breaking = new Breaking(desk, endings, acquiring, departures);
    transferring = new Transferring(desk, judge, endings, grants, acquiring, departures);
    renewing = new Renewing(desk, judge, departures, bonds);
    sessions = new Sessions(desk, judge, endings, bonds, grants, acquiring, doubt);
    views = new Views(desk, judge, departures, grants);
    survey = new Survey(desk, judge, views);
    watches = new Watches(desk, views, limits.watchersMax());
    fences = new Fences(desk);
    images = new Images(desk.ledger);
  }

  /** Recovery: applies what the store kept, before {@link #open}. */
  public void replay(Change change) {
    desk.ledger.replay(change);
  }

  /**
   * Tokens go on under {@code epoch}: at the start, and after {@link Out#epochWanted}. {@code
   * microsOfSecond}, 0 to 999,999: of the wall clock, read together with the seconds that the epoch
   * was claimed with.
   */
  public void enter(long epoch, int microsOfSecond) {
    desk.enter(epoch, microsOfSecond);
  }

  /**
   * For {@code millis} from {@link #open} on no lease begins, and no fence is answered: the store
   * may have lost data, and somebody may believe in a lease or a mark that is not known here.
   * Before {@link #open}.
   */
  public void quarantine(long millis) {
    desk.quarantine.begin(millis);
  }

  /** {@code doubt}: the word for why there is a quarantine, which only people are told. */
  public void quarantineBecause(String doubt) {
    desk.quarantine.because(doubt);
  }

  /**
   * The store may have lost leases, their ends, or which shards keep leases of a session. No
   * session recovered is kept alive any more, all other shards, of {@code shards} in all, are told,
   * and the quarantine lasts until each has answered, and an epoch was entered that is asked for
   * after all that. {@code termMillis}: of the owner that the store may have forgotten. Before
   * {@link #open}.
   */
  public void doubt(long termMillis, int shards) {
    doubt.begin(termMillis, shards);
  }

  /** Recovery is complete. Every tenure gets its full time from now, never less. */
  public void open(long nowNanos) {
    opening.open(nowNanos);
  }

  /** Decides. Answers through {@link Out#reply} once: now or, when it waits, later. */
  public void accept(long nowNanos, long ticket, Request request) {
    clock.advance(nowNanos);
    try {
      decide(ticket, request);
    } catch (Invalid invalid) {
      desk.refuse(ticket, Code.INVALID, invalid.field(), invalid.remedy());
    }
  }

  /**
   * The renewal path: &gt; 0 is the milliseconds the lease is valid for, durably and from now; else
   * one of the codes of {@link Renewing}.
   */
  public long renew(long nowNanos, int slot, int generation, long secretHigh, long secretLow) {
    clock.advance(nowNanos);
    return renewing.renew(slot, generation, secretHigh, secretLow);
  }

  /** To be called for many tenures before each is renewed; what it returns means nothing. */
  public long touch(int slot) {
    return renewing.touch(slot);
  }

  /** The same for a session. */
  public long keepAlive(long nowNanos, int slot, int generation, long secretHigh, long secretLow) {
    clock.advance(nowNanos);
    return renewing.keepAlive(slot, generation, secretHigh, secretLow);
  }

  /** A word from another shard. */
  public void hear(long nowNanos, Word word) {
    clock.advance(nowNanos);
    sessions.hear(word);
  }

  /**
   * Ends what is over and wakes who waits, as much as one turn may. True: there is more to do; let
   * the loop breathe and call again. To be called every few milliseconds.
   */
  public boolean tick(long nowNanos) {
    clock.advance(nowNanos);
    desk.measures.mayForgive(clock.mayForgive());
    desk.endQuarantine();
    boolean more = ring();
    if (desk.ready()) {
      int budget = watches.endsPerTurn(LEASES_PER_TURN);
      more |= desk.wheel.advance(clock.judged(), budget, departures) == budget;
    }
    more |= acquiring.serveLeftAlone(watches.endsPerTurn(LEASES_PER_TURN));
    more |= desk.ready() && watches.showMore();
    more |= sessions.seeToLosses();
    more |= sessions.tearDown(watches.endsPerTurn(LEASES_PER_TURN));
    more |= sweep();
    return more;
  }

  /**
   * How long until {@link #tick} has a lease to look at; {@link Long#MAX_VALUE} when that is not
   * before {@code horizonNanos}.
   */
  public long dueIn(long nowNanos, long horizonNanos) {
    clock.advance(nowNanos);
    return desk.wheel.dueIn(clock.judged(), horizonNanos);
  }

  /** Time goes by, but nothing is to end and nobody to be granted: it is no pause of the server. */
  public void pass(long nowNanos) {
    clock.advance(nowNanos);
  }

  /** All changes up to this place are durable. */
  public void settled(long change) {
    desk.settled(change);
  }

  /**
   * Tells all that is durable once more, for a store that lost it: a slice of at most {@code
   * records} from {@code cursor} on, 0 at first. Returns the cursor of the next slice, or -1 after
   * the last. What the listener hears has to be kept in order with the changes that {@link Out} is
   * told meanwhile, those since the first slice at the least; {@link #replay}ed into an empty
   * table, both together yield this one.
   */
  public long image(long cursor, int records, Consumer<Change> listener) {
    return images.tell(cursor, records, listener);
  }

  /** What this shard has decided so far, for people. */
  public Measures measures() {
    return desk.measures;
  }

  public Census census() {
    return new Census(
        desk.ledger.leases(),
        desk.ledger.sessions(),
        acquiring.waiters(),
        watches.count(),
        desk.ledger.fences.count(),
        desk.graveyard.count(),
        desk.alarms.count(),
        desk.quarantine.remainingMillis(),
        desk.quarantine.doubt());
  }

  private void decide(long ticket, Request request) {
    if (request instanceof Request.Renew renew) {
      checks.renewals(renew.leases().size());
      renewing.renew(ticket, renew);
    } else if (request instanceof Request.KeepAlive keepAlive) {
      renewing.keepAlive(ticket, keepAlive);
    } else if (request instanceof Request.Withdraw withdraw) {
      acquiring.withdraw(ticket, withdraw);
    } else if (request instanceof Request.Unwatch unwatch) {
      watches.unwatch(ticket, unwatch);
    } else if (request instanceof Request.Acquire acquire) {
      checks.acquire(acquire);
      acquiring.acquire(ticket, acquire);
    } else if (request instanceof Request.Break breakOff) {
      checks.breakOff(breakOff);
      breaking.breakOff(ticket, breakOff);
    } else if (request instanceof Request.Transfer transfer) {
      checks.transfer(transfer);
      transferring.transfer(ticket, transfer);
    } else if (request instanceof Request.OpenSession open) {
      checks.session(open);
      sessions.open(ticket, open);
    } else if (request instanceof Request.EndQuarantine end) {
      checks.quarantine(end);
      endQuarantine(ticket);
    } else if (!desk.ready()) {
      desk.refuseUnready(ticket);
    } else if (request instanceof Request.Release release) {
      departures.release(ticket, release);
    } else if (request instanceof Request.SetValue setValue) {
      checks.value(setValue);
      values.set(ticket, setValue);
    } else {
      decideOther(ticket, request);
    }
  }

  private void decideOther(long ticket, Request request) {
    if (request instanceof Request.CloseSession close) {
      sessions.close(ticket, close);
    } else if (request instanceof Request.InspectSession inspect) {
      sessions.inspect(ticket, inspect);
    } else if (request instanceof Request.Inspect inspect) {
      views.inspect(ticket, inspect);
    } else if (request instanceof Request.Look look) {
      views.look(ticket, look);
    } else if (request instanceof Request.Browse browse) {
      checks.page(browse);
      views.browse(ticket, browse);
    } else if (request instanceof Request.RaiseFence raise) {
      checks.fence(raise.fence());
      checks.token(raise.token());
      fences.raise(ticket, raise);
    } else if (request instanceof Request.ReadFence read) {
      checks.fence(read.fence());
      fences.read(ticket, read);
    } else if (request instanceof Request.DropFence drop) {
      checks.fence(drop.fence());
      checks.token(drop.token());
      fences.drop(ticket, drop);
    } else if (request instanceof Request.Watch watch) {
      checks.watch(watch);
      watches.watch(ticket, watch);
    } else {
      surveyed(ticket, request);
    }
  }

  private void surveyed(long ticket, Request request) {
    if (request instanceof Request.Find find) {
      checks.survey(find.limit());
      survey.find(ticket, find);
    } else if (request instanceof Request.LookAll lookAll) {
      checks.survey(lookAll.keys().size());
      survey.lookAll(ticket, lookAll);
    } else if (request instanceof Request.Soonest soonest) {
      checks.survey(soonest.limit());
      survey.soonest(ticket, soonest);
    } else if (request instanceof Request.Recall recall) {
      survey.recall(ticket, recall);
    } else if (request instanceof Request.BrowseSessions browse) {
      checks.survey(browse.limit());
      survey.sessions(ticket, browse);
    } else if (request instanceof Request.Kept kept) {
      checks.survey(kept.limit());
      survey.kept(ticket, kept);
    }
  }

  /** Waiters are served from the next tick on, in slices. */
  private void endQuarantine(long ticket) {
    Quarantine quarantine = desk.quarantine;
    Reply ended =
        new Reply.QuarantineEnded(
            quarantine.on(), quarantine.remainingMillis(), quarantine.doubt());
    quarantine.end();
    desk.reply(ticket, 0, ended);
  }

  private boolean ring() {
    for (int i = 0; i < LEASES_PER_TURN; i++) {
      if (!desk.ready()) {
        return false;
      }
      Alarm alarm = desk.alarms.due(clock.judged());
      if (alarm == null) {
        return false;
      }
      if (alarm.owner instanceof Waiter waiter) {
        acquiring.giveUp(waiter);
      } else if (alarm.owner instanceof Place place) {
        acquiring.unbar(place);
      } else if (alarm.owner instanceof Bond bond) {
        sessions.askAgain(bond);
      } else if (alarm.owner == doubt) {
        doubt.tell();
      }
    }
    return true;
  }

  /** Deletes the records of ended tenures that nobody will ask about any more. */
  private boolean sweep() {
    for (int i = 0; i < LEASES_PER_TURN; i++) {
      int slot = desk.graveyard.sweep(clock.judged());
      if (slot == Index.NONE) {
        return false;
      }
      if (desk.slots.remembered(slot)) {
        desk.commit(new Change.Forget(slot, desk.slots.token(slot)));
      }
    }
    return true;
  }
}
