package io.tenure.client;

import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
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
 * @hidden for this module, and for tests that move a clock
 */
public record CallbackThreads(Scheduler stopping, Scheduler telling, Scheduler answering) {

  /** Of each kind; who finds that many blocked waits for one of them. */
  static final int THREADS_MAX = 1_024;

  /** That wait for one thread; of what is held and asked there is one each. */
  private static final int TASKS_MAX = 100_000;

  private static final int IDLE_SECONDS_MAX = 10;

  static CallbackThreads onThreads() {
    return new CallbackThreads(threads("stop"), threads("tell"), threads("answer"));
  }

  /** All at once, on whatever thread: for those who turn time by hand. */
  public static CallbackThreads atOnce() {
    Scheduler here = Schedulers.immediate();
    return new CallbackThreads(here, here, here);
  }

  private static Scheduler threads(String what) {
    return Schedulers.newBoundedElastic(
        THREADS_MAX, TASKS_MAX, "tenure-" + what, IDLE_SECONDS_MAX, true);
  }

  /** Takes a thread when there is something to hand over, and not before. */
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
