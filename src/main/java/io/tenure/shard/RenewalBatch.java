package io.tenure.shard;

import io.tenure.api.LeaseId;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Many renewals on one way: of leases and sessions, on any shards. Each loop hears its part; the
 * last one sends the whole back. Filled, sent and read on the context of its owner, and used again:
 * nothing is allocated for a renewal.
 */
public final class RenewalBatch {

  /** The shard is not owned by this server at the moment; nothing was renewed. */
  public static final long ELSEWHERE = -101;

  /** Too much waits already; nothing was renewed. */
  public static final long BUSY = -102;

  /** Ends a chain. */
  static final int END = -1;

  private static final int FIRST_SIZE = 64;

  /** What one loop is to renew. */
  private final class Part implements Mail {
    private final ReplyDispatcher dispatcher;
    private final int first;

    Part(ReplyDispatcher dispatcher, int first) {
      this.dispatcher = dispatcher;
      this.first = first;
    }

    @Override
    public boolean renewal() {
      return true;
    }

    @Override
    public void open(ShardLoop loop) {
      renew(loop, first);
      cameBack(dispatcher);
    }
  }

  /** What the loop of whoever sends it is to renew: it does so at once. */
  private final class OwnPart implements Mail {
    @Override
    public boolean renewal() {
      return true;
    }

    @Override
    public void open(ShardLoop loop) {
      renew(loop, ownFirst);
    }
  }

  private final Runnable answered;
  private final Mail own = new OwnPart();
  private int ownFirst = END;
  private final Runnable back = this::back;
  private @Nullable ReplyDispatcher sender;
  private long sentNanos;
  private int size;
  private int[] shards = new int[FIRST_SIZE];
  private int[] slots = new int[FIRST_SIZE];
  private int[] generations = new int[FIRST_SIZE];
  private long[] secretsHigh = new long[FIRST_SIZE];
  private long[] secretsLow = new long[FIRST_SIZE];
  private boolean[] sessions = new boolean[FIRST_SIZE];
  private long[] results = new long[FIRST_SIZE];

  /** Chains the entries of each loop: after each the next one. */
  private int[] nexts = new int[FIRST_SIZE];

  private final AtomicInteger outstanding = new AtomicInteger();

  /**
   * {@code answered} is called on the context that sent it, when every result is there: before the
   * sending returns, where no other loop has a part in it.
   */
  public RenewalBatch(Runnable answered) {
    this.answered = answered;
  }

  public void clear() {
    size = 0;
  }

  public int size() {
    return size;
  }

  public void add(LeaseId lease) {
    add(
        lease.shard(),
        lease.slot(),
        lease.generation(),
        lease.secretHigh(),
        lease.secretLow(),
        false);
  }

  public void addSession(LeaseId session) {
    add(
        session.shard(),
        session.slot(),
        session.generation(),
        session.secretHigh(),
        session.secretLow(),
        true);
  }

  public void add(
      int shard, int slot, int generation, long secretHigh, long secretLow, boolean session) {
    if (size == shards.length) {
      grow();
    }
    shards[size] = shard;
    slots[size] = slot;
    generations[size] = generation;
    secretsHigh[size] = secretHigh;
    secretsLow[size] = secretLow;
    sessions[size] = session;
    size++;
  }

  /**
   * Above 0 the milliseconds the entry is valid for, from now; else a code of {@link
   * io.tenure.core.Renewing}, {@link #ELSEWHERE} or {@link #BUSY}.
   */
  public long result(int at) {
    return results[at];
  }

  int shard(int at) {
    return shards[at];
  }

  void chain(int at, int next) {
    nexts[at] = next;
  }

  void result(int at, long result) {
    results[at] = result;
  }

  /** {@code firsts}: by loop, the first entry of its chain. */
  void send(ReplyDispatcher dispatcher, ShardLoops loops, int[] firsts) {
    sender = dispatcher;
    sentNanos = System.nanoTime();
    ShardLoop here = loops.here();
    int elsewhere = 0;
    ownFirst = END;
    for (int first : firsts) {
      if (first != END && loops.of(shards[first]) == here) {
        ownFirst = first;
      } else if (first != END) {
        elsewhere++;
      }
    }
    outstanding.set(elsewhere + 1);
    for (int first : firsts) {
      if (first != END && first != ownFirst) {
        post(dispatcher, loops.of(shards[first]), first);
      }
    }
    if (here != null && ownFirst != END) {
      here.hearNow(own);
    }
    if (elsewhere == 0 && ownFirst != END) {
      back.run();
    } else {
      cameBack(dispatcher);
    }
  }

  private void post(ReplyDispatcher dispatcher, ShardLoop loop, int first) {
    if (!loop.post(new Part(dispatcher, first))) {
      refuse(first);
      cameBack(dispatcher);
    }
  }

  private void cameBack(ReplyDispatcher dispatcher) {
    if (outstanding.decrementAndGet() == 0) {
      dispatcher.deliver(back);
    }
  }

  private void back() {
    if (sender != null) {
      sender
          .meter()
          .answered(CallKind.RENEW_BATCH, CallOutcome.DONE, System.nanoTime() - sentNanos);
    }
    answered.run();
  }

  /** What was touched first comes from memory together, and not one by one. */
  private void renew(ShardLoop loop, int first) {
    int renewed = 0;
    for (int at = first; at != END; at = nexts[at]) {
      results[at] = loop.shard(shards[at]).touch(slots[at]);
    }
    for (int at = first; at != END; at = nexts[at]) {
      results[at] =
          loop.shard(shards[at])
              .renew(sessions[at], slots[at], generations[at], secretsHigh[at], secretsLow[at]);
      renewed += results[at] > 0 ? 1 : 0;
    }
    loop.meter().renewed(renewed);
  }

  private void refuse(int first) {
    for (int at = first; at != END; at = nexts[at]) {
      results[at] = BUSY;
    }
  }

  private void grow() {
    int larger = size * 2;
    shards = Arrays.copyOf(shards, larger);
    slots = Arrays.copyOf(slots, larger);
    generations = Arrays.copyOf(generations, larger);
    secretsHigh = Arrays.copyOf(secretsHigh, larger);
    secretsLow = Arrays.copyOf(secretsLow, larger);
    sessions = Arrays.copyOf(sessions, larger);
    results = Arrays.copyOf(results, larger);
    nexts = Arrays.copyOf(nexts, larger);
  }
}
