package io.tenure.shard.loop;

import java.util.concurrent.atomic.AtomicBoolean;
import org.jctools.queues.atomic.MpscAtomicArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * Hands mail to a loop, many letters per hop: the first producer to post into an idle mailbox
 * schedules a turn. Two queues, both bounded; renewals come first. Filled and counted by any
 * thread, emptied by its loop.
 */
final class Mailbox {

  /**
   * At two million renewals a second this is four milliseconds of work: more would wait in vain.
   */
  static final int RENEWALS_MAX = 8_192;

  /** A waiting request takes half a kilobyte, and some microseconds to decide. */
  static final int REQUESTS_MAX = 8_192;

  /** One in so many letters of a turn is a request, even when renewals never end. */
  private static final int REQUESTS_ONE_IN = 8;

  private final MpscAtomicArrayQueue<Mail> renewals = new MpscAtomicArrayQueue<>(RENEWALS_MAX);
  private final MpscAtomicArrayQueue<Mail> requests = new MpscAtomicArrayQueue<>(REQUESTS_MAX);

  /** Whether a turn is scheduled that has not begun to drain yet. */
  private final AtomicBoolean scheduled = new AtomicBoolean();

  private final LoopExecutor loop;
  private final Runnable turn;

  Mailbox(LoopExecutor loop, Runnable turn) {
    this.loop = loop;
    this.turn = turn;
  }

  /** False when it is full: nothing was taken. */
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

  /** To be called before the mailbox is emptied: the next producer schedules another turn. */
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
