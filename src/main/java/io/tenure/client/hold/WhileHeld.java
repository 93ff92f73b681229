package io.tenure.client.hold;

import io.tenure.client.Lease;
import io.tenure.client.LeaseState;
import io.tenure.client.error.InsufficientTimeException;
import io.tenure.client.error.TenureException;
import java.time.Duration;
import java.util.function.Function;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Runs work as long as a lease is held, and not longer. */
public final class WhileHeld {

  private WhileHeld() {}

  /** Releases at the end of the work, however it ends. */
  public static <T> Flux<T> work(
      Mono<Lease> acquire, Function<Lease, ? extends Publisher<T>> work) {
    return Flux.usingWhen(
        acquire,
        lease -> guarded(lease, work),
        Lease::release,
        (lease, thrown) -> lease.release(),
        Lease::release);
  }

  /**
   * Begins the work after a check of the lease, because this process may have been paused since the
   * grant. The end of the lease ends the work, quietly when its holder released it. That end comes
   * as an item: it cancels the work, which an error would leave running.
   */
  private static <T> Flux<T> guarded(Lease lease, Function<Lease, ? extends Publisher<T>> work) {
    return Flux.<T>defer(() -> lease.isSafe() ? work.apply(lease) : Flux.error(unsafe(lease)))
        .takeUntilOther(lease.unsafe())
        .concatWith(Mono.defer(() -> released(lease) ? Mono.empty() : judged(lease)))
        .handle(
            (item, sink) -> {
              if (lease.isSafe()) {
                sink.next(item);
              } else {
                sink.error(unsafe(lease));
              }
            });
  }

  private static boolean released(Lease lease) {
    return lease.state() == LeaseState.RELEASED;
  }

  /** Fails for work that has ended without a safe lease. */
  private static <T> Mono<T> judged(Lease lease) {
    return lease.isSafe() ? Mono.empty() : Mono.error(unsafe(lease));
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
