package io.tenure.client.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Sinks;
import reactor.test.scheduler.VirtualTimeScheduler;

/** Checks the timeout of a silent peer, and that it does not run while nothing is requested. */
final class SilenceTimeoutTest {

  private static final Duration LONGEST = Duration.ofSeconds(45);

  private final VirtualTimeScheduler time = VirtualTimeScheduler.create();
  private final Sinks.Many<String> talk = Sinks.many().unicast().onBackpressureBuffer();
  private final List<String> heard = new ArrayList<>();
  private final List<Throwable> failed = new ArrayList<>();
  private final BaseSubscriber<String> listener =
      new BaseSubscriber<>() {
        @Override
        protected void hookOnSubscribe(Subscription to) {
          to.request(1);
        }

        @Override
        protected void hookOnNext(String said) {
          heard.add(said);
        }

        @Override
        protected void hookOnError(Throwable thrown) {
          failed.add(thrown);
        }
      };

  private void listen() {
    SilenceTimeout.broken(talk.asFlux(), LONGEST, time).subscribe(listener);
  }

  @Test
  void whoIsAskedAndSaysNothingIsGivenUp() {
    listen();
    time.advanceTimeBy(Duration.ofSeconds(30));
    talk.tryEmitNext("a");
    listener.request(1);
    time.advanceTimeBy(Duration.ofSeconds(40));
    assertTrue(failed.isEmpty());

    time.advanceTimeBy(Duration.ofSeconds(10));

    assertTrue(failed.get(0) instanceof TimeoutException);
  }

  @Test
  void timeInWhichNothingIsAskedForIsNoSilence() {
    listen();
    talk.tryEmitNext("a");
    talk.tryEmitNext("b");

    time.advanceTimeBy(Duration.ofMinutes(10));
    listener.request(1);
    time.advanceTimeBy(Duration.ofSeconds(40));

    assertEquals(List.of("a", "b"), heard);
    assertTrue(failed.isEmpty());
  }
}
