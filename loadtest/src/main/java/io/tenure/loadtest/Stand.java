package io.tenure.loadtest;

import io.tenure.api.AcquireBuilder;
import io.tenure.api.EndReason;
import io.tenure.api.Key;
import io.tenure.api.LeaseEvent;
import io.tenure.api.LeaseId;
import io.tenure.api.Limits;
import io.tenure.api.PerShardReply;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.api.WatchUpdate;
import io.tenure.core.Change;
import io.tenure.core.LeaseTable;
import io.tenure.core.Out;
import io.tenure.core.ShardMessage;
import java.util.SplittableRandom;
import java.util.function.IntConsumer;

/**
 * Runs a lease table for a benchmark, as its shard and with a store that completes at once. The
 * stand counts what the table emits, so that a benchmark can prove that its work was done.
 */
final class Stand implements Out {

  static final int SHARD = 3;
  private static final int HOLDERS = 1_000;
  private static final int KEY_BYTES = 32;

  final LeaseTable table;
  private final String[] holders = new String[HOLDERS];

  /** The current time in nanoseconds, as the benchmark passes it to the table. */
  long now;

  private long epoch = 1;
  private boolean epochIsWanted;
  private long settled;

  /** Receives the row of each lease that has expired. */
  IntConsumer onExpired = row -> {};

  long changes;
  long begun;
  long expired;
  long released;
  long expiredSeen;
  long strays;
  private Reply reply = new PerShardReply.Withdrawn();

  Stand(long seed) {
    table = new LeaseTable(SHARD, Limits.DEFAULT, new SplittableRandom(seed)::nextLong, this);
    for (int i = 0; i < HOLDERS; i++) {
      holders[i] = "worker-" + i + ".pool.example";
    }
    table.enter(epoch, 0);
    table.open(now);
  }

  /** Returns the key of 32 bytes for this number; each number has a key of its own. */
  static Key key(long number) {
    char[] name = "tenants/acme/jobs/00000000000000".toCharArray();
    long left = number;
    for (int at = KEY_BYTES - 1; left != 0; at--) {
      name[at] = Character.forDigit((int) (left & 15), 16);
      left >>>= 4;
    }
    return Key.of(new String(name));
  }

  AcquireBuilder asking(long number, long ttlMillis) {
    return AcquireBuilder.of(key(number), holders[(int) (number % HOLDERS)]).ttl(ttlMillis);
  }

  LeaseId acquire(Request.Acquire request) {
    Reply answer = ask(request);
    if (answer instanceof Reply.Granted granted && !granted.repeated()) {
      return granted.lease();
    }
    throw new IllegalStateException("not granted but " + answer);
  }

  Reply ask(Request request) {
    table.accept(now, 1, request);
    settle();
    return reply;
  }

  /** Does what a shard does after each of its turns. */
  void settle() {
    if (settled != changes) {
      settled = changes;
      table.settled(settled);
    }
    if (epochIsWanted) {
      epochIsWanted = false;
      table.enter(++epoch, 0);
    }
  }

  @Override
  public long change(Change change) {
    if (change instanceof Change.Begin) {
      begun++;
    } else if (change instanceof Change.End end && end.how() == EndReason.EXPIRED) {
      expired++;
      onExpired.accept(end.row());
    } else if (change instanceof Change.End end && end.how() == EndReason.RELEASED) {
      released++;
    } else {
      strays++;
    }
    return ++changes;
  }

  @Override
  public void reply(long ticket, long behind, Reply answer) {
    reply = answer;
  }

  @Override
  public void push(long watcher, long behind, WatchUpdate notice) {
    if (notice instanceof WatchUpdate.Happened happened
        && happened.event().kind() == LeaseEvent.Kind.EXPIRED) {
      expiredSeen++;
    } else {
      strays++;
    }
  }

  @Override
  public void tell(int shard, long behind, ShardMessage message) {
    strays++;
  }

  @Override
  public void epochWanted() {
    epochIsWanted = true;
  }

  @Override
  public long wallSeconds() {
    return 200_000_000;
  }
}
