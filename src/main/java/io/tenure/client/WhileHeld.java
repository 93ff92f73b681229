package io.tenure.client;

import java.time.Duration;
import java.util.function.Function;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Work that is done as long as a lease is held, and not longer. */
final class WhileHeld {

  private WhileHeld() {}

  /** Releases at the end of the work, however it ends. */
  static <T> Flux<T> work(Mono<Lease> acquire, Function<Lease, ? extends Publisher<T>> work) {
    return Flux.usingWhen(
        acquire,
        lease -> guarded(lease, work),
        Lease::release,
        (lease, thrown) -> lease.release(),
        Lease::release);
  }

  /** The work ends with {@link LeaseLostException} when the lease is lost; quietly if released. */
  private static <T> Flux<T> guarded(Lease lease, Function<Lease, ? extends Publisher<T>> work) {
    Mono<T> ended = lease.lost().flatMap(loss -> Mono.error(new LeaseLostException(loss)));
    Mono<T> lapsed =
        lease
            .states()
            .filter(state -> state == LeaseState.LAPSED)
            .next()
            .flatMap(state -> Mono.error(unsafe(lease)));
    return Flux.defer(() -> work.apply(lease))
        .takeUntilOther(Flux.merge(ended, lapsed))
        .handle(
            (item, sink) -> {
              if (lease.isSafe()) {
                sink.next(item);
              } else {
                sink.error(unsafe(lease));
              }
            });
  }

  private static TenureException unsafe(Lease lease) {
    try {
      lease.ensure(Duration.ofNanos(1));
    } catch (TenureException why) {
      return why;
    }
    return new InsufficientTimeException(lease.key(), Duration.ZERO, Duration.ZERO);
  }
}
