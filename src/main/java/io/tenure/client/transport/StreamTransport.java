package io.tenure.client.transport;

import io.tenure.api.Operation;
import io.tenure.wire.ClientRequest;
import io.tenure.wire.ServerMessage;
import io.tenure.wire.WatchTarget;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;

/**
 * Sends requests over a stream while there is one, else over plain HTTP. Plain HTTP serves while
 * the stream is opened again, where no WebSocket can be had, and for renewals that the stream is
 * slow to answer. Watches have connections of their own, so that a slow watcher delays nothing but
 * itself. May be used by any thread.
 */
public final class StreamTransport implements Transport {

  private static final String PATH = "/v1/stream";

  /** Compact renewals, and everything else in JSON. */
  private static final String SUBPROTOCOL = "tenure.v1.bin";

  /** A holder wants to hear of the loss of its lease: worth a connection. */
  private static final Set<Operation> HOLDING =
      EnumSet.of(Operation.ACQUIRE, Operation.RENEW, Operation.OPEN_SESSION, Operation.KEEPALIVE);

  /** The wait for the first stream to open; after it, callers use plain HTTP. */
  private static final Duration OPEN_WITHIN = Duration.ofSeconds(1);

  /** A client that loses its stream is not alone: thousands must not return in one instant. */
  private static final long RETURN_MILLIS_MAX = 150;

  private static final long BACK_OFF_MILLIS_MIN = 100;
  private static final long BACK_OFF_MILLIS_MAX = 5_000;

  /** A server or proxy that knows no WebSocket will not change soon. */
  private static final long REFUSED_MILLIS = 30_000;

  private static final int DOUBLINGS_MAX = 10;

  private static final long LOOK_EVERY_MILLIS = 1_000;
  private static final long LATE_NANOS_MAX = 10_000_000_000L;

  /**
   * The part of the time left to a renewal after which an unanswered earlier renewal counts as too
   * slow.
   */
  private static final int SLOW_PART = 4;

  private final HttpClient http;
  private final HttpTransport plain;
  private final ServerList servers;
  private final @Nullable String authorization;
  private final Scheduler timers;
  private final Sinks.Many<LossPush> losses = Sinks.many().multicast().directBestEffort();
  private final Sinks.Many<Integer> connections = Sinks.many().multicast().directBestEffort();
  private final Disposable looking;
  private volatile @Nullable ClientStream present;
  private @Nullable Mono<Boolean> opening;
  private boolean closed;
  private int failures;
  private int opened;

  public StreamTransport(
      HttpClient http, ServerList servers, @Nullable String authorization, Scheduler timers) {
    this.http = http;
    this.servers = servers;
    this.authorization = authorization;
    this.timers = timers;
    plain = new HttpTransport(http, servers, authorization);
    looking =
        timers.schedulePeriodically(
            this::look, LOOK_EVERY_MILLIS, LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS);
  }

  @Override
  public Mono<ServerMessage> ask(ClientRequest ask, Duration within) {
    return Mono.defer(() -> HOLDING.contains(ask.operation()) ? opened() : Mono.just(true))
        .flatMap(
            ready -> {
              ClientStream stream = present;
              return stream != null && stream.usable()
                  ? over(stream, ask, within)
                  : plain.ask(ask, within);
            })
        .timeout(
            within, Mono.error(() -> new NoAnswerException(servers + " did not answer", null)));
  }

  /** Sends a request that had not left when the stream ended over plain HTTP. */
  private Mono<ServerMessage> over(ClientStream stream, ClientRequest ask, Duration within) {
    return stream
        .ask(ask)
        .onErrorResume(
            NoAnswerException.class,
            thrown ->
                thrown.neverLeft() && !stream.usable()
                    ? plain.ask(ask, within)
                    : Mono.error(thrown));
  }

  @Override
  public List<Transport> servers() {
    return plain.servers();
  }

  @Override
  public Mono<List<RenewalAnswer>> renew(List<RenewalTarget> all, Duration within) {
    return Mono.defer(
        () -> {
          ClientStream stream = present;
          if (stream != null
              && stream.usable()
              && stream.renewalsLateNanos() < within.toNanos() / SLOW_PART) {
            return stream.renew(all, within);
          }
          open();
          return plain.renew(all, within);
        });
  }

  @Override
  public Mono<List<RenewalAnswer>> introduce(List<RenewalTarget> leases, Duration within) {
    List<String> ids = leases.stream().map(one -> one.id().text()).toList();
    return ask(JsonRenewals.asked(ids), within).map(JsonRenewals::all);
  }

  @Override
  public Flux<Integer> connections() {
    return connections.asFlux();
  }

  @Override
  public Flux<RawWatchEvent> watch(WatchTarget target, Duration within) {
    return plain.watch(target, within);
  }

  @Override
  public Flux<LossPush> losses() {
    return losses.asFlux();
  }

  @Override
  public void close() {
    ClientStream last;
    synchronized (this) {
      closed = true;
      last = present;
      present = null;
    }
    looking.dispose();
    if (last != null) {
      last.abort();
    }
    plain.close();
    tell(null);
  }

  /** True when there is a stream, false when there is none for now. */
  private Mono<Boolean> opened() {
    ClientStream stream = present;
    if (stream != null && stream.usable()) {
      return Mono.just(true);
    }
    return open().timeout(OPEN_WITHIN, Mono.just(false), timers);
  }

  /**
   * Makes one attempt at a time: a caller that comes meanwhile shares it, and its pause when it has
   * failed.
   */
  private synchronized Mono<Boolean> open() {
    if (closed) {
      return Mono.just(false);
    }
    Mono<Boolean> under = opening;
    if (under == null) {
      under = attempt().cache();
      opening = under;
      under.subscribe();
    }
    return under;
  }

  private Mono<Boolean> attempt() {
    URI server = servers.present();
    ClientStream stream = new ClientStream(server, this::tell, this::gone);
    WebSocket.Builder builder =
        http.newWebSocketBuilder().connectTimeout(OPEN_WITHIN).subprotocols(SUBPROTOCOL);
    if (authorization != null) {
      builder.header("Authorization", "Bearer " + authorization);
    }
    URI address = URI.create(server.toString().replaceFirst("^http", "ws") + PATH);
    return Mono.fromFuture(() -> builder.buildAsync(address, stream))
        .map(open -> took(stream, open))
        .onErrorResume(
            thrown -> {
              notOpened(server, thrown);
              return Mono.just(false);
            });
  }

  private boolean took(ClientStream stream, WebSocket open) {
    if (!SUBPROTOCOL.equals(open.getSubprotocol())) {
      stream.abort();
      throw new NotOfUse();
    }
    if (!becomesPresent(stream)) {
      stream.abort();
      throw new NoAnswerException(stream.server() + " has closed the stream at once", null);
    }
    // A listener that heard of the end could not know yet that this stream is the present one.
    gone();
    return true;
  }

  private synchronized boolean becomesPresent(ClientStream stream) {
    if (closed || !stream.usable()) {
      return false;
    }
    present = stream;
    opening = null;
    connections.tryEmitNext(++opened);
    return true;
  }

  /** Says that the server does not speak the subprotocol of the stream. */
  private static final class NotOfUse extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private void notOpened(URI server, Throwable thrown) {
    boolean refused =
        thrown instanceof NotOfUse
            || thrown instanceof WebSocketHandshakeException
            || thrown.getCause() instanceof WebSocketHandshakeException;
    if (!refused) {
      servers.left(server);
    }
    pause(refused ? REFUSED_MILLIS : backOff());
  }

  private long anew() {
    failures = 0;
    return ThreadLocalRandom.current().nextLong(RETURN_MILLIS_MAX);
  }

  private synchronized long backOff() {
    long longest = BACK_OFF_MILLIS_MIN << Math.min(++failures, DOUBLINGS_MAX);
    long bounded = Math.min(BACK_OFF_MILLIS_MAX, longest);
    return bounded / 2 + ThreadLocalRandom.current().nextLong(bounded / 2);
  }

  /**
   * Refuses a stream to callers for a while. Then the transport tries again, with or without a
   * caller: a client that has once wanted a stream may hold leases that others can break.
   */
  private synchronized void pause(long millis) {
    if (closed) {
      return;
    }
    timers.schedule(
        () -> {
          synchronized (this) {
            opening = null;
            open();
          }
        },
        millis,
        TimeUnit.MILLISECONDS);
  }

  /** Forgets the stream if it is the present one: it has ended, or is about to. */
  private synchronized void gone() {
    ClientStream last = present;
    if (last != null && !last.usable()) {
      present = null;
      if (last.leaving()) {
        servers.left(last.server());
      }
      opening = Mono.just(false);
      pause(last.wasOfUse() ? anew() : backOff());
    }
  }

  private void look() {
    ClientStream stream = present;
    if (stream != null && (stream.silentForTooLong() || stream.lateNanos() > LATE_NANOS_MAX)) {
      stream.abort();
    }
  }

  private void tell(@Nullable LossPush lost) {
    synchronized (losses) {
      if (lost == null) {
        losses.tryEmitComplete();
      } else {
        losses.tryEmitNext(lost);
      }
    }
  }
}
