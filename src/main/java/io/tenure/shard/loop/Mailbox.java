package io.tenure.shard.loop;

import java.util.concurrent.atomic.AtomicBoolean;
import org.jctools.queues.atomic.MpscAtomicArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * Hands mail to a loop in bulk: the first producer to post into an idle mailbox schedules a turn.
 * It has two bounded queues, and the renewals come first. Filled and counted by any thread, emptied
 * by its loop.
 */
final class Mailbox {

  /**
   * The most waiting renewals: four milliseconds of work at two million renewals a second. Any more
   * would wait in vain.
   */
  static final int RENEWALS_MAX = 8_192;

  /** The most waiting requests: each takes half a kilobyte, and some microseconds to decide. */
  static final int REQUESTS_MAX = 8_192;

  /** One in so many messages of a turn is a request, even when renewals never end. */
  private static final int REQUESTS_ONE_IN = 8;

  private final MpscAtomicArrayQueue<Mail> renewals = new MpscAtomicArrayQueue<>(RENEWALS_MAX);
  private final MpscAtomicArrayQueue<Mail> requests = new MpscAtomicArrayQueue<>(REQUESTS_MAX);

  /** Whether a turn is scheduled that has not begun to empty the mailbox yet. */
  private final AtomicBoolean scheduled = new AtomicBoolean();

  private final LoopExecutor loop;
  private final Runnable turn;

  Mailbox(LoopExecutor loop, Runnable turn) {
    this.loop = loop;
    this.turn = turn;
  }

  /** Returns false when the mailbox is full and the message is not taken. */
  boolean post(Mail mail) {
    boolean taken = mail.renewal() ? renewals.offer(mail) : requests.offer(mail);
    if (taken && scheduled.compareAndSet(false, true)) {
      loop.soon(turn);
    }
    return taken;
  }

  /** Schedules another turn, after pending socket reads. */
  void goOn() {
    if (scheduled.compareAndSet(false, true)) {
      loop.later(turn);
    }
  }

  /** To be called before the loop empties the mailbox: the next producer schedules another turn. */
  void beginDrain() {
    scheduled.set(false);
  }

  int take(Mail[] letters) {
    int renewalsMax = letters.length;
    if (!requests.isEmpty()) {
      renewalsMax -= letters.length / REQUESTS_ONE_IN;
    }
    int count = fill(letters, 0, renewalsMax, renewals);
    return fill(letters, count, letters.length, requests);
  }

  int takeRenewals(Mail[] letters) {
    return fill(letters, 0, letters.length, renewals);
  }

  int renewalsWaiting() {
    return renewals.size();
  }

  int requestsWaiting() {
    return requests.size();
  }

  boolean isEmpty() {
    return renewals.isEmpty() && requests.isEmpty();
  }

  private static int fill(Mail[] letters, int from, int to, MpscAtomicArrayQueue<Mail> queue) {
    int count = from;
    while (count < to) {
      @Nullable Mail mail = queue.relaxedPoll();
      if (mail == null) {
        break;
      }
      letters[count++] = mail;
    }
    return count;
  }
}
