package io.tenure.client.hold;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.Outcome;
import io.tenure.client.FakeTransport;
import io.tenure.client.calls.WatchEvent;
import io.tenure.client.calls.WatchRequest;
import io.tenure.client.error.RefusedException;
import io.tenure.client.transport.NoAnswerException;
import io.tenure.client.transport.RawWatchEvent;
import io.tenure.wire.Problem;
import io.tenure.wire.ProblemException;
import io.tenure.wire.ServerMessage;
import io.tenure.wire.WatchTarget;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;
import reactor.test.StepVerifier;

/** Checks that one watch over many connections reports each event once and omits no event. */
final class ReconnectingWatchTest {

  private final Bench bench = new Bench();
  private final List<WatchEvent> events = new ArrayList<>();
  private final List<Throwable> failures = new ArrayList<>();

  private static RawWatchEvent granted(int shard, long revision, @Nullable String cursor) {
    Map<String, Object> says =
        Map.of(
            "key", "a", "holder", "anna", "token", revision, "revision", revision, "shard", shard);
    return new RawWatchEvent("granted", ServerMessage.of(says), cursor);
  }

  private static RawWatchEvent bare(String name, @Nullable String cursor) {
    return new RawWatchEvent(name, ServerMessage.of(Map.of("shard", 0)), cursor);
  }

  private static Flux<RawWatchEvent> breaking(RawWatchEvent... told) {
    return Flux.just(told).concatWith(FakeTransport.unreachable());
  }

  private void watch(WatchRequest what) {
    bench.client.watch(what).subscribe(events::add, failures::add);
    bench.time.advanceTime();
  }

  private List<String> froms() {
    return bench.server.watched.stream().map(WatchTarget::from).toList();
  }

  private List<Long> revisions() {
    return events.stream()
        .filter(WatchEvent.Happened.class::isInstance)
        .map(event -> ((WatchEvent.Happened) event).revision())
        .toList();
  }

  @Test
  void itGoesOnBehindTheLastCursor() {
    bench.server.watches.add(breaking(bare("watching", "c0"), granted(1, 5, "c1")));
    bench.server.watches.add(Flux.just(bare("cursor", "c2")));
    bench.server.watches.add(Flux.just(granted(1, 6, null)));

    watch(WatchRequest.prefix(""));
    bench.pass(60_000);

    assertEquals(List.of(5L, 6L), revisions());
    assertNull(froms().get(0));
    assertEquals(List.of("c1", "c2", "c2"), froms().subList(1, 4));
  }

  @Test
  void whatWasToldIsNotToldAgain() {
    bench.server.watches.add(
        breaking(granted(1, 5, "c1"), granted(2, 4, null), granted(1, 6, null)));
    bench.server.watches.add(
        Flux.just(
                granted(2, 4, null), granted(1, 6, null), granted(1, 7, "c2"), granted(2, 5, "c3"))
            .concatWith(Flux.never()));

    watch(WatchRequest.prefix(""));
    bench.pass(60_000);

    assertEquals(List.of(5L, 4L, 6L, 7L, 5L), revisions());
  }

  /** A server that shows all events behind the cursor; its reader is ahead of the listener. */
  private static Flux<RawWatchEvent> behind(String cursor) {
    int last = cursor == null ? 0 : Integer.parseInt(cursor.substring(1));
    List<RawWatchEvent> all = new ArrayList<>();
    for (int at = last + 1; at <= 4; at++) {
      all.add(granted(1, at, "c" + at));
    }
    return Flux.fromIterable(all);
  }

  @Test
  void whatIsNotTakenYetWhenTheConnectionBreaksIsNotLost() {
    Sinks.Many<List<RawWatchEvent>> pieces = Sinks.many().unicast().onBackpressureBuffer();
    bench.server.watches.add(pieces.asFlux().concatMapIterable(piece -> piece, 1));
    bench.server.watches.add(Flux.defer(() -> behind(froms().get(1))).concatWith(Flux.never()));
    BaseSubscriber<WatchEvent> slow =
        new BaseSubscriber<>() {
          @Override
          protected void hookOnSubscribe(Subscription to) {
            to.request(1);
          }

          @Override
          protected void hookOnNext(WatchEvent event) {
            events.add(event);
          }
        };
    bench.client.watch(WatchRequest.key("a")).subscribe(slow);
    for (int at = 1; at <= 3; at++) {
      pieces.tryEmitNext(List.of(granted(1, at, "c" + at)));
    }

    pieces.tryEmitError(new NoAnswerException("cut", null));
    slow.requestUnbounded();
    bench.pass(60_000);

    assertEquals(List.of(1L, 2L, 3L, 4L), revisions());
  }

  @Test
  void withoutACursorEverythingIsShownAnew() {
    bench.server.watches.add(breaking(bare("watching", null), granted(1, 5, null)));
    bench.server.watches.add(Flux.just(bare("resync", null)).concatWith(Flux.never()));

    watch(WatchRequest.key("a"));
    bench.pass(60_000);

    assertEquals(WatchTarget.START, froms().get(1));
    assertTrue(events.get(1) instanceof WatchEvent.Resync);
  }

  @Test
  void whoNeverGotThroughBeginsWhereItWanted() {
    bench.server.watches.add(FakeTransport.<RawWatchEvent>unreachable().flux());
    bench.server.watches.add(
        Flux.error(new ProblemException(Problem.of(Outcome.UNAVAILABLE, "later"))));

    watch(WatchRequest.key("a").from("c7"));
    bench.pass(60_000);

    assertEquals(List.of("c7", "c7", "c7"), froms());
  }

  @Test
  void whoWasSentAwayComesBack() {
    ServerMessage slow =
        ServerMessage.of(Map.of("code", "BUSY", "retryable", true, "detail", "too slow"));
    bench.server.watches.add(
        Flux.just(granted(1, 5, "c1"), new RawWatchEvent("goaway", slow, null)));

    watch(WatchRequest.key("a"));
    bench.pass(60_000);

    assertEquals("c1", froms().get(1));
    assertTrue(failures.isEmpty());
  }

  @Test
  void whatIsRefusedForGoodIsAnEnd() {
    bench.server.watches.add(
        Flux.error(new ProblemException(Problem.of(Outcome.INVALID, "from", "is old"))));

    watch(WatchRequest.key("a").from("nonsense"));

    assertEquals("INVALID", ((RefusedException) failures.get(0)).code());
  }

  @Test
  void noMoreIsTakenThanIsAskedFor() {
    List<Long> taken = new ArrayList<>();
    bench.server.watches.add(
        Flux.range(1, 100).map(at -> granted(1, at, "c" + at)).doOnRequest(taken::add));

    StepVerifier.create(bench.client.watch(WatchRequest.key("a")), 3)
        .expectNextCount(3)
        .thenCancel()
        .verify(Duration.ofSeconds(10));

    assertTrue(taken.stream().mapToLong(Long::longValue).sum() <= 5, taken.toString());
  }

  @Test
  void eachSubscriptionIsAWatchOfItsOwn() {
    bench.server.watches.add(Flux.just(granted(1, 5, "c1")).concatWith(Flux.never()));
    bench.server.watches.add(Flux.just(granted(1, 5, "c1")).concatWith(Flux.never()));
    Flux<WatchEvent> watch = bench.client.watch(WatchRequest.key("a"));

    watch.subscribe(events::add);
    watch.subscribe(events::add);

    assertEquals(2, events.size());
  }
}
