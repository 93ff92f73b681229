package io.tenure.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.tenure.api.AcquireBuilder;
import io.tenure.api.HolderView;
import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import io.tenure.api.Limits;
import io.tenure.api.OperatorRequest;
import io.tenure.api.Outcome;
import io.tenure.api.PerShardRequest;
import io.tenure.api.Refusal;
import io.tenure.api.RenewalReply;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** A lease table with a clock that a test moves, and with all output of the table. Never sleeps. */
public final class Table {

  static final long EPOCH = 7;
  static final long MILLI = 1_000_000;

  /** Limits that a test can reach one by one. */
  public static final Limits SMALL =
      new Limits(
          new Limits.Times(100, 10_000, 5_000),
          4,
          3,
          2,
          new Limits.OfShard(8, 5, 3, 2, 4, 3, 100),
          4_112);

  /** Smaller than a gap that the lease clock counts as a stall. */
  private static final long STEP = 40 * MILLI;

  public final Said said = new Said();
  long now;
  long epoch = EPOCH;
  LeaseTable table;
  private final int shard;
  private final Limits limits;
  private final SplittableRandom secrets = new SplittableRandom(42);
  private long tickets;

  /** The number of all shards, for a table that opens in doubt; 0 without a doubt. */
  private int shards;

  private long ownershipMillis;

  /** Whether the next epoch comes when the table wants one. */
  boolean epochsCome;

  public Table() {
    this(0, Limits.DEFAULT, 0);
  }

  public Table(Limits limits) {
    this(0, limits, 0);
  }

  Table(int shard, Limits limits, long startNanos) {
    this.shard = shard;
    this.limits = limits;
    now = startNanos;
    table = begin(List.of(), 0);
  }

  private LeaseTable begin(List<Change> kept, long quarantineMillis) {
    said.beginAnew();
    LeaseTable fresh = new LeaseTable(shard, limits, secrets::nextLong, said);
    kept.forEach(fresh::replay);
    fresh.enter(epoch, 0);
    fresh.quarantine(quarantineMillis);
    if (shards > 0) {
      fresh.doubt(ownershipMillis, shards);
    }
    fresh.open(now);
    return fresh;
  }

  /** Another table takes over from the records of a store, without their history. */
  void restart() {
    restartInQuarantine(0);
  }

  /** Another table takes over from the records of a store that may have lost some of them. */
  void restartInQuarantine(long millis) {
    epoch++;
    table = begin(Kept.of(said.changes), millis);
  }

  /**
   * Another table takes over in doubt: its store may have lost leases of sessions, too, and its
   * shard is one of {@code ofShards}.
   */
  void restartInDoubt(long quarantineMillis, long ofOwnershipMillis, int ofShards) {
    epochsCome = true;
    shards = ofShards;
    ownershipMillis = ofOwnershipMillis;
    restartInQuarantine(quarantineMillis);
    shards = 0;
  }

  /** Another table takes over from the bare list of all changes. */
  void restartFromJournal() {
    epoch++;
    table = begin(List.copyOf(said.changes), 0);
  }

  void enterNextEpoch() {
    table.enter(++epoch, 0);
  }

  public void pass(long millis) {
    passNanos(millis * MILLI);
  }

  void passNanos(long nanos) {
    for (long left = nanos; left > 0; left -= STEP) {
      now += Math.min(left, STEP);
      tick();
    }
  }

  /**
   * Lets time pass while the loop turns but no tick comes: no wheel fires, and no deadline is
   * noticed.
   */
  public void passUnticked(long millis) {
    passUntickedNanos(millis * MILLI);
  }

  void passUntickedNanos(long nanos) {
    for (long left = nanos; left > 0; left -= STEP) {
      now += Math.min(left, STEP);
      table.renew(now, -1, 0, 0, 0);
    }
  }

  /** Lets time pass while the whole server stands still. */
  void stall(long millis) {
    now += millis * MILLI;
  }

  void tick() {
    if (epochsCome && said.epochsWanted > 0) {
      said.epochsWanted = 0;
      enterNextEpoch();
    }
    for (int turns = 0; table.tick(now); turns++) {
      assertFalse(turns > 1_000_000, "a tick has always more to do");
    }
  }

  public void settle() {
    table.settled(said.places());
  }

  /** Sends the request, and returns its ticket. */
  long ask(Request request) {
    long ticket = ++tickets;
    table.accept(now, ticket, request);
    return ticket;
  }

  /** Sends a request that is answered at once, and returns the reply. */
  public Reply say(Request request) {
    Reply reply = reply(ask(request));
    assertNotNull(reply, "not answered: " + request);
    return reply;
  }

  /** Sends a request that must wait, and returns its ticket. */
  public long queue(AcquireBuilder request) {
    long ticket = ask(request.build());
    assertNull(reply(ticket), "does not wait");
    return ticket;
  }

  /** The only reply to the ticket, or null when there is none yet. */
  @Nullable
  public Reply reply(long ticket) {
    return said.reply(ticket);
  }

  public Reply.Granted granted(long ticket) {
    return as(Reply.Granted.class, reply(ticket));
  }

  Reply acquire(String key, String holder, long ttlMillis) {
    return say(lease(key, holder, ttlMillis).build());
  }

  public Reply.Granted own(String key, String holder, long ttlMillis) {
    return own(lease(key, holder, ttlMillis));
  }

  public Reply.Granted own(AcquireBuilder request) {
    return as(Reply.Granted.class, say(request.build()));
  }

  public RenewalReply renew(LeaseId lease) {
    return as(Reply.Renewed.class, say(Request.Renew.one(lease))).results().get(0);
  }

  /** Renews by the path that allocates nothing. */
  public long renewFast(LeaseId lease) {
    return table.renew(now, lease.row(), lease.generation(), lease.secretHigh(), lease.secretLow());
  }

  long keepAliveFast(LeaseId session) {
    return table.keepAlive(
        now, session.row(), session.generation(), session.secretHigh(), session.secretLow());
  }

  public Reply release(LeaseId lease) {
    return say(new Request.Release(lease));
  }

  public Reply breakNow(String key) {
    return say(new OperatorRequest.Break(Key.of(key), 0, 0, "", null));
  }

  Reply breakWithin(String key, long graceMillis) {
    return say(new OperatorRequest.Break(Key.of(key), 0, graceMillis, "", null));
  }

  public Reply transfer(LeaseId lease, @Nullable String holder) {
    return say(new Request.Transfer(lease, holder, null));
  }

  public Reply.KeyState look(String key) {
    return as(Reply.KeyState.class, say(new Request.Look(Key.of(key))));
  }

  /** The holders of the key, as every caller sees them. */
  public List<String> holders(String key) {
    return look(key).holders().stream().map(HolderView::holder).toList();
  }

  public LeaseId session(String holder, long ttlMillis) {
    return as(Reply.SessionOpened.class, say(new Request.OpenSession(holder, ttlMillis, null)))
        .session();
  }

  RenewalReply keepAlive(LeaseId session) {
    return as(Reply.Renewed.class, say(new Request.KeepAlive(session))).results().get(0);
  }

  /** Watches one key from now on; returns the watcher. */
  public long watch(String key) {
    return ask(new PerShardRequest.Watch(Key.of(key), "", PerShardRequest.FROM_NOW));
  }

  /** The n-th token of the present epoch. */
  long token(long n) {
    return (epoch << RevisionSequence.BITS) + n;
  }

  public static AcquireBuilder lease(String key, String holder, long ttlMillis) {
    return AcquireBuilder.of(Key.of(key), holder).ttl(ttlMillis);
  }

  public static AcquireBuilder under(LeaseId session, String key, String holder) {
    return AcquireBuilder.of(Key.of(key), holder).under(session);
  }

  public static <T> T as(Class<T> word, @Nullable Object said) {
    assertNotNull(said, "not answered; expected " + word.getSimpleName());
    assertEquals(word, said.getClass(), said::toString);
    return word.cast(said);
  }

  public static void assertRefused(Outcome code, String field, @Nullable Object said) {
    Refusal.Refused refused = as(Refusal.Refused.class, said);
    assertEquals(code, refused.code(), refused::toString);
    assertEquals(field, refused.field(), refused::toString);
    assertFalse(refused.remedy().isBlank(), "names no remedy");
  }
}
