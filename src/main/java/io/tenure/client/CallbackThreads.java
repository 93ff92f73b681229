package io.tenure.client;

import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * The threads that run the callbacks of users, and on which no other work waits. They are not the
 * threads that renew, nor those that read a stream, nor those of Reactor, which users fill with
 * work of their own. There are as many as there are blocked callbacks, and none while there is
 * nothing to report.
 *
 * @param stopping stops work when its lease is not safe. No listener of a user runs there, so a
 *     listener that is slow to take one loss delays the end of no other work
 * @param telling reports {@code lost} and {@code states}
 * @param answering hands over answers: a callback that blocks there delays no answer to others
 * @hidden for this module, and for tests that move a clock
 */
public record CallbackThreads(Scheduler stopping, Scheduler telling, Scheduler answering) {

  /** The limit for each kind; with so many blocked, the next callback waits for one of them. */
  static final int THREADS_MAX = 1_024;

  /**
   * The limit of tasks that wait for one thread; there is one for each held lease and each
   * question.
   */
  private static final int TASKS_MAX = 100_000;

  private static final int IDLE_SECONDS_MAX = 10;

  static CallbackThreads onThreads() {
    return new CallbackThreads(threads("stop"), threads("tell"), threads("answer"));
  }

  /** Runs everything at once on the calling thread, for callers that turn time by hand. */
  public static CallbackThreads atOnce() {
    Scheduler here = Schedulers.immediate();
    return new CallbackThreads(here, here, here);
  }

  private static Scheduler threads(String what) {
    return Schedulers.newBoundedElastic(
        THREADS_MAX, TASKS_MAX, "tenure-" + what, IDLE_SECONDS_MAX, true);
  }

  /** Takes a thread only when there is something to deliver. */
  public static <T> Mono<T> by(Scheduler threads, Mono<T> told) {
    return told.materialize()
        .flatMap(signal -> Mono.just(signal).subscribeOn(threads))
        .dematerialize();
  }

  public static <T> Flux<T> by(Scheduler threads, Flux<T> told) {
    return told.materialize()
        .concatMap(signal -> Mono.just(signal).subscribeOn(threads))
        .dematerialize();
  }
}
