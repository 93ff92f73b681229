package io.tenure.client;

import java.time.Duration;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * The threads on which users are told, none of which anything else waits for: not those that renew,
 * not those that read a stream, and not those of Reactor that users fill with work of their own.
 * There are as many as somebody blocks, and none when there is nothing to tell.
 *
 * @param stopping where work is stopped whose lease is not safe: nothing that users listen to runs
 *     there, so that who is slow to hear of one loss holds up the end of no other work
 * @param telling where {@code lost} and {@code states} are told
 * @param answering where answers are handed over: who blocks there waits for no answer of others
 */
record Delivery(Scheduler stopping, Scheduler telling, Scheduler answering) {

  /** Of each kind; who finds that many blocked waits for one of them. */
  static final int THREADS_MAX = 1_024;

  private static final Duration IDLE_MAX = Duration.ofSeconds(10);

  static Delivery onThreads() {
    return new Delivery(threads("stop"), threads("tell"), threads("answer"));
  }

  /** All at once, on whatever thread: for those who turn time by hand. */
  static Delivery atOnce() {
    Scheduler here = Schedulers.immediate();
    return new Delivery(here, here, here);
  }

  private static Scheduler threads(String what) {
    AtomicInteger count = new AtomicInteger();
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            0,
            THREADS_MAX,
            IDLE_MAX.toSeconds(),
            TimeUnit.SECONDS,
            new Idle(),
            task -> {
              Thread thread = new Thread(task, "tenure-" + what + "-" + count.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            },
            (task, full) -> full.getQueue().add(task));
    return Schedulers.fromExecutorService(threads, "tenure-" + what);
  }

  /** Takes a task when a thread waits for one: else there is to be another thread. */
  private static final class Idle extends LinkedTransferQueue<Runnable> {
    private static final long serialVersionUID = 1L;

    @Override
    public boolean offer(Runnable task) {
      return tryTransfer(task);
    }

    @Override
    public boolean add(Runnable task) {
      return super.offer(task);
    }
  }
}
