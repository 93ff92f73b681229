package io.tenure.client.hold;

import io.tenure.client.CallbackThreads;
import io.tenure.client.Claim;
import io.tenure.client.ClientOptions;
import io.tenure.client.FakeTransport;
import io.tenure.client.Lease;
import io.tenure.client.TenureClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.scheduler.VirtualTimeScheduler;

/** A client in virtual time, connected to a scripted server. */
public final class Bench implements AutoCloseable {

  public final VirtualTimeScheduler time = VirtualTimeScheduler.create();
  public final FakeTransport server = new FakeTransport();

  /**
   * The advance of the clock over the timers: a process that stood still has not run its timers
   * yet.
   */
  private long pausedNanos;

  public final TenureClient client =
      new TenureClient(
          ClientOptions.of("nowhere:1").withHolder("anna").withTimeout(Duration.ofSeconds(5)),
          server,
          () -> time.now(TimeUnit.NANOSECONDS) + pausedNanos,
          time,
          CallbackThreads.atOnce());

  public void pass(long millis) {
    time.advanceTimeBy(Duration.ofMillis(millis));
  }

  /** Lets time pass without running any code, not even the timers that are due. */
  public void pause(long millis) {
    pausedNanos += Duration.ofMillis(millis).toNanos();
  }

  public Lease acquire(String key) {
    return get(client.acquire(Claim.of(key, Duration.ofMillis(server.ttlMillis))));
  }

  /** Returns the result that needs no time to pass. */
  public <T> T get(Mono<T> mono) {
    List<T> got = all(mono.flux());
    if (got.isEmpty()) {
      throw new AssertionError("nothing came");
    }
    return got.get(0);
  }

  /** Returns a list that fills as items come; throws the failure if it comes at once. */
  public <T> List<T> all(Flux<T> flux) {
    List<T> got = new ArrayList<>();
    List<Throwable> thrown = new ArrayList<>();
    flux.subscribe(got::add, thrown::add);
    time.advanceTime();
    if (!thrown.isEmpty() && thrown.get(0) instanceof RuntimeException exception) {
      throw exception;
    }
    return got;
  }

  /** Returns a list that receives the failure when it comes. */
  public List<Throwable> failures(Flux<?> flux) {
    List<Throwable> thrown = new ArrayList<>();
    flux.subscribe(item -> {}, thrown::add);
    time.advanceTime();
    return thrown;
  }

  @Override
  public void close() {
    client.close();
  }
}
