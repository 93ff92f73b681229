package io.tenure.client.hold;

import io.tenure.client.LeaseState;
import io.tenure.client.Loss;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * The state of one tenure, and its delivery to listeners. Each state is delivered once, in order,
 * and the final state stays. Any thread may change the state; one thread alone delivers it.
 */
final class TenureLifecycle {

  private record Status(LeaseState state, @Nullable Loss loss) {}

  private final AtomicReference<Status> status =
      new AtomicReference<>(new Status(LeaseState.HELD, null));
  private final Sinks.Many<LeaseState> states = Sinks.many().replay().latest();
  private final Sinks.One<Loss> lost = Sinks.one();
  private @Nullable LeaseState told;

  private Status now() {
    return Objects.requireNonNull(status.get());
  }

  LeaseState state() {
    return now().state();
  }

  /** Null when it is not lost. */
  @Nullable Loss loss() {
    return now().loss();
  }

  /** False when the tenure has this state already, or is over. */
  boolean become(LeaseState next) {
    Status now = now();
    return !now.state().isOver()
        && now.state() != next
        && status.compareAndSet(now, new Status(next, null));
  }

  /** False when it was over before. */
  boolean lose(Loss loss) {
    return end(new Status(LeaseState.LOST, loss));
  }

  /** False when it was over before. */
  boolean release() {
    return end(new Status(LeaseState.RELEASED, null));
  }

  private boolean end(Status last) {
    Status before = status.getAndUpdate(now -> now.state().isOver() ? now : last);
    return !before.state().isOver();
  }

  Flux<LeaseState> states() {
    return states.asFlux();
  }

  Mono<Loss> lost() {
    return lost.asMono();
  }

  /** Delivers the present state, unless it was delivered already. */
  void tell() {
    Status now = now();
    if (now.state() == told) {
      return;
    }
    told = now.state();
    states.tryEmitNext(now.state());
    if (now.state().isOver()) {
      states.tryEmitComplete();
      if (now.loss() == null) {
        lost.tryEmitEmpty();
      } else {
        lost.tryEmitValue(now.loss());
      }
    }
  }
}
