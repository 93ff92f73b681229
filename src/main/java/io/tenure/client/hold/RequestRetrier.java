package io.tenure.client.hold;

import io.tenure.api.Outcome;
import io.tenure.client.calls.Handover;
import io.tenure.client.calls.LeaseCalls;
import io.tenure.client.error.HeldException;
import io.tenure.client.error.RefusedException;
import io.tenure.client.error.TenureException;
import io.tenure.client.error.UnreachableException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.util.retry.Retry;
import reactor.util.retry.RetryBackoffSpec;

/**
 * Repeats requests that have their effect only once, after pauses that grow and differ from client
 * to client.
 */
public final class RequestRetrier {

  private static final Duration FIRST = Duration.ofMillis(50);
  private static final Duration LONGEST = Duration.ofSeconds(5);
  private static final double JITTER = 0.5;
  private static final int DOUBLINGS_MAX = 10;

  private final LeaseCalls calls;
  private final Duration patience;
  private final Scheduler timers;

  /** {@code patience}: how long to repeat a request. */
  RequestRetrier(LeaseCalls calls, Duration patience, Scheduler timers) {
    this.calls = calls;
    this.patience = patience;
    this.timers = timers;
  }

  /** Releases the lease; completes when the lease is over, by this release or by an earlier end. */
  public Mono<Void> release(String leaseId) {
    return again(calls.release(leaseId))
        .then()
        .onErrorResume(RequestRetrier::isOver, over -> Mono.empty());
  }

  /**
   * Transfers the lease. A refusal says nothing about an earlier attempt that was not answered:
   * that attempt may have handed the key over, or may still do so. Then the outcome is unknown, as
   * it is when no attempt is answered.
   */
  Mono<Handover> transfer(String leaseId, @Nullable String next) {
    return Mono.defer(
        () -> {
          AtomicBoolean unanswered = new AtomicBoolean();
          String requestId = UUID.randomUUID().toString();
          Mono<Handover> attempt =
              calls
                  .transfer(leaseId, next, requestId)
                  .doOnError(thrown -> unanswered.compareAndSet(false, isOutcomeUnknown(thrown)));
          return again(attempt)
              .onErrorMap(
                  thrown -> unanswered.get() && !isOutcomeUnknown(thrown),
                  UnreachableException::afterAnUnansweredAttempt);
        });
  }

  public Mono<Void> closeSession(String sessionId) {
    return again(calls.closeSession(sessionId))
        .onErrorResume(RequestRetrier::isOver, over -> Mono.empty());
  }

  /** Repeats the request until it has a final answer, or until the patience ends. */
  <T> Mono<T> again(Mono<T> asked) {
    return Mono.defer(
        () -> {
          long until = timers.now(TimeUnit.NANOSECONDS) + patience.toNanos();
          return asked.retryWhen(backOff().filter(thrown -> !isDefinite(thrown) && within(until)));
        });
  }

  /** Waits before the next attempt, after so many attempts have failed. */
  Mono<Long> pause(int failures) {
    long longest = FIRST.toMillis() << Math.min(failures, DOUBLINGS_MAX);
    double part = 1 - JITTER * ThreadLocalRandom.current().nextDouble();
    long millis = (long) (Math.min(longest, LONGEST.toMillis()) * part);
    return Mono.delay(Duration.ofMillis(millis), timers);
  }

  /** Repeats for ever: the caller must bound it. */
  RetryBackoffSpec backOff() {
    return Retry.backoff(Long.MAX_VALUE, FIRST)
        .maxBackoff(LONGEST)
        .jitter(JITTER)
        .scheduler(timers)
        .onRetryExhaustedThrow((spec, signal) -> signal.failure());
  }

  /** Whether a repetition of the request cannot help. */
  static boolean isDefinite(Throwable thrown) {
    return !(thrown instanceof TenureException refused)
        || thrown instanceof HeldException
        || !refused.isRetryable();
  }

  /** Whether the request may have been done, or may still be done. */
  static boolean isOutcomeUnknown(Throwable thrown) {
    return !(thrown instanceof TenureException)
        || thrown instanceof UnreachableException unreachable && unreachable.mayHaveArrived()
        || thrown instanceof RefusedException refused && refused.isOutcomeUnknown();
  }

  private boolean within(long until) {
    return timers.now(TimeUnit.NANOSECONDS) - until < 0;
  }

  private static boolean isOver(Throwable thrown) {
    return thrown instanceof RefusedException refused
        && (refused.outcome().isLeaseOver() || refused.outcome() == Outcome.NOT_FOUND);
  }
}
