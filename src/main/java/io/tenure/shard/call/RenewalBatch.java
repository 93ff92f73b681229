package io.tenure.shard.call;

import io.tenure.api.LeaseId;
import io.tenure.api.OperationLabel;
import io.tenure.api.Outcome;
import io.tenure.api.RenewalCode;
import io.tenure.shard.loop.Mail;
import io.tenure.shard.loop.ShardLoop;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Carries many renewals of leases and sessions together, on any shards. Each loop renews its part,
 * and the last loop returns the whole batch. Filled, sent and read on the context of its owner. It
 * is used again, and a renewal allocates nothing.
 */
public final class RenewalBatch {

  /** The end of a chain. */
  private static final int END = -1;

  private static final int FIRST_SIZE = 64;

  /** The entries of one loop, which renews them in a later turn. */
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
    public void open() {
      renew(first);
      cameBack(dispatcher);
    }
  }

  /** The entries of the sender's own loop, which renews them at once. */
  private final class OwnPart implements Mail {
    @Override
    public boolean renewal() {
      return true;
    }

    @Override
    public void open() {
      renew(ownFirst);
    }
  }

  private final Runnable answered;
  private final Mail own = new OwnPart();
  private int ownFirst = END;
  private final Runnable back = this::back;
  private @Nullable ReplyDispatcher sender;
  private @Nullable ShardDirectory directory;
  private long sentNanos;
  private int size;
  private int[] shards = new int[FIRST_SIZE];
  private int[] rows = new int[FIRST_SIZE];
  private int[] generations = new int[FIRST_SIZE];
  private long[] secretsHigh = new long[FIRST_SIZE];
  private long[] secretsLow = new long[FIRST_SIZE];
  private boolean[] sessions = new boolean[FIRST_SIZE];
  private long[] results = new long[FIRST_SIZE];

  /** The next entry after each in the chain of a loop. */
  private int[] nexts = new int[FIRST_SIZE];

  /** The first entry in the chain of each loop. */
  private int[] firsts = {};

  private final AtomicInteger outstanding = new AtomicInteger();

  /**
   * Calls {@code answered} on the context of the sender, when every result is present. If no other
   * loop has a part in the batch, this happens before {@link #send} returns.
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
        lease.row(),
        lease.generation(),
        lease.secretHigh(),
        lease.secretLow(),
        false);
  }

  public void add(
      int shard, int row, int generation, long secretHigh, long secretLow, boolean session) {
    if (size == shards.length) {
      grow();
    }
    shards[size] = shard;
    rows[size] = row;
    generations[size] = generation;
    secretsHigh[size] = secretHigh;
    secretsLow[size] = secretLow;
    sessions[size] = session;
    size++;
  }

  /**
   * Returns the time in milliseconds for which the entry is valid from now on; otherwise a {@link
   * RenewalCode}.
   */
  public long result(int at) {
    return results[at];
  }

  /** Sends the batch, which belongs to the loops until it is answered. */
  public void send(ReplyDispatcher dispatcher, ShardDirectory to) {
    sender = dispatcher;
    directory = to;
    sentNanos = System.nanoTime();
    chain(to);
    ShardLoop here = dispatcher.here();
    ownFirst = here == null ? END : firsts[here.number()];
    int elsewhere = 0;
    for (int first : firsts) {
      elsewhere += first == END || first == ownFirst ? 0 : 1;
    }
    outstanding.set(elsewhere + 1);
    for (int first : firsts) {
      if (first != END && first != ownFirst) {
        post(dispatcher, to.loopOf(shards[first]), first);
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

  private void chain(ShardDirectory to) {
    if (firsts.length != to.loops().size()) {
      firsts = new int[to.loops().size()];
    }
    Arrays.fill(firsts, END);
    for (int at = size - 1; at >= 0; at--) {
      if (shards[at] >= to.size()) {
        results[at] = RenewalCode.NOT_FOUND;
      } else {
        int loop = to.loopOf(shards[at]).number();
        nexts[at] = firsts[loop];
        firsts[loop] = at;
      }
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
          .answered(OperationLabel.RENEW_BATCH, Outcome.DONE, System.nanoTime() - sentNanos);
    }
    answered.run();
  }

  /**
   * Renews a chain. It touches all rows first, so that memory fetches them together and not one by
   * one.
   */
  private void renew(int first) {
    ShardDirectory to = Objects.requireNonNull(directory);
    int renewed = 0;
    for (int at = first; at != END; at = nexts[at]) {
      results[at] = to.shard(shards[at]).touch(rows[at]);
    }
    for (int at = first; at != END; at = nexts[at]) {
      results[at] =
          to.shard(shards[at])
              .renew(sessions[at], rows[at], generations[at], secretsHigh[at], secretsLow[at]);
      renewed += results[at] > 0 ? 1 : 0;
    }
    to.loopOf(shards[first]).meter().renewed(renewed);
  }

  private void refuse(int first) {
    for (int at = first; at != END; at = nexts[at]) {
      results[at] = RenewalCode.BUSY;
    }
  }

  private void grow() {
    int larger = size * 2;
    shards = Arrays.copyOf(shards, larger);
    rows = Arrays.copyOf(rows, larger);
    generations = Arrays.copyOf(generations, larger);
    secretsHigh = Arrays.copyOf(secretsHigh, larger);
    secretsLow = Arrays.copyOf(secretsLow, larger);
    sessions = Arrays.copyOf(sessions, larger);
    results = Arrays.copyOf(results, larger);
    nexts = Arrays.copyOf(nexts, larger);
  }
}
