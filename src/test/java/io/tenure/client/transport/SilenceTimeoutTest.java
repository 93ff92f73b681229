package io.tenure.client.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.wire.ServerMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Sinks;
import reactor.test.scheduler.VirtualTimeScheduler;

/** Checks the timeout of a silent peer, and that it does not run while nothing is requested. */
final class SilenceTimeoutTest {

  private final SilenceLimit limit = new SilenceLimit();
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
    SilenceTimeout.broken(talk.asFlux(), limit, time).subscribe(listener);
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

  @Test
  void theLimitFollowsTheHeartbeatThatTheServerTells() {
    listen();
    limit.opened(ServerMessage.of(Map.of("heartbeatMs", 60_000L)));
    time.advanceTimeBy(Duration.ofSeconds(170));
    assertTrue(failed.isEmpty());

    time.advanceTimeBy(Duration.ofSeconds(11));

    assertTrue(failed.get(0) instanceof TimeoutException);
  }

  @Test
  void aServerThatTellsNoHeartbeatIsGivenUpAfterThreeOfTheUsualOnes() {
    assertEquals(Duration.ofSeconds(45), limit.longest());
    limit.opened(ServerMessage.of(Map.of()));
    assertEquals(Duration.ofSeconds(45), limit.longest());
    limit.opened(ServerMessage.of(Map.of("heartbeatMs", 10L)));
    assertEquals(Duration.ofSeconds(5), limit.longest());
    limit.opened(ServerMessage.of(Map.of("heartbeatMs", Long.MAX_VALUE)));
    assertEquals(Duration.ofDays(3), limit.longest());
  }
}
