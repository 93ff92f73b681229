package io.tenure.client.transport;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Scheduler;

/**
 * Ends a flow that stays silent for too long after a request for more. The time in which the
 * subscriber requests nothing does not count as silence.
 */
final class SilenceTimeout {

  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  private final Scheduler timers;
  private final AtomicLong asked = new AtomicLong();
  private volatile long sinceNanos;

  private SilenceTimeout(Scheduler timers) {
    this.timers = timers;
  }

  /** The same flow, but it fails with {@link TimeoutException} after a silence above the limit. */
  static <T> Flux<T> broken(Flux<T> talk, SilenceLimit limit, Scheduler timers) {
    return Flux.defer(
        () -> {
          SilenceTimeout silence = new SilenceTimeout(timers);
          Flux<T> tooLong =
              Flux.interval(LOOK_EVERY, timers)
                  .onBackpressureDrop()
                  .filter(look -> silence.lasts(limit.longest()))
                  .next()
                  .flatMapMany(
                      look ->
                          Flux.error(
                              new TimeoutException(
                                  "the server sent nothing for " + limit.longest())));
          return talk.doOnRequest(silence::asked)
              .doOnNext(said -> silence.broken())
              .takeUntilOther(tooLong);
        });
  }

  private void asked(long more) {
    if (asked.getAndAccumulate(more, SilenceTimeout::sum) == 0) {
      sinceNanos = timers.now(TimeUnit.NANOSECONDS);
    }
  }

  private void broken() {
    sinceNanos = timers.now(TimeUnit.NANOSECONDS);
    asked.decrementAndGet();
  }

  private boolean lasts(Duration longest) {
    return asked.get() > 0 && timers.now(TimeUnit.NANOSECONDS) - sinceNanos >= longest.toNanos();
  }

  private static long sum(long one, long other) {
    return one + other < 0 ? Long.MAX_VALUE : one + other;
  }
}
