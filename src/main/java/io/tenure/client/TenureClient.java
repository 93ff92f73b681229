package io.tenure.client;

import io.tenure.client.calls.LeaseCalls;
import io.tenure.client.calls.WatchEvent;
import io.tenure.client.calls.WatchRequest;
import io.tenure.client.hold.Acquisition;
import io.tenure.client.hold.ClientContext;
import io.tenure.client.hold.ElectionCampaign;
import io.tenure.client.hold.HeldSession;
import io.tenure.client.hold.HeldTenure;
import io.tenure.client.hold.HolderClock;
import io.tenure.client.hold.Keeper;
import io.tenure.client.hold.MachineClock;
import io.tenure.client.hold.ReconnectingWatch;
import io.tenure.client.hold.RequestRetrier;
import io.tenure.client.hold.WhileHeld;
import io.tenure.client.transport.HttpTransport;
import io.tenure.client.transport.NoTlsContext;
import io.tenure.client.transport.ServerList;
import io.tenure.client.transport.StreamTransport;
import io.tenure.client.transport.Transport;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.function.Function;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * The entry point of a Java program to its leases: one client for a process is enough. The client
 * renews what it acquires, in few frames for many leases, until the lease is released or lost. May
 * be used by any thread; users are called back on threads of their own, so that none of them can
 * delay renewals.
 *
 * <p>{@link Lease} says what the client promises, and what only a fencing token can promise.
 */
public final class TenureClient implements AutoCloseable {

  /** The time within which a leader that has died is succeeded. */
  private static final Duration TERM_DEFAULT = Duration.ofSeconds(15);

  private final Transport transport;
  private final Scheduler thread;
  private final ClientContext context;

  /**
   * Makes a client of its parts.
   *
   * @hidden for this module, and for tests that move a clock
   */
  @SuppressWarnings("exports")
  public TenureClient(
      ClientOptions options,
      Transport transport,
      HolderClock clock,
      Scheduler thread,
      CallbackThreads callbacks) {
    this.transport = transport;
    this.thread = thread;
    LeaseCalls calls =
        new LeaseCalls(transport, callbacks.answering(), options.holder(), options.timeout());
    Keeper keeper = new Keeper(transport, clock, thread, callbacks);
    context = new ClientContext(calls, keeper, thread, options.holder(), options.timeout());
  }

  /**
   * Connects to one address such as {@code http://127.0.0.1:7420}, or to several with commas
   * between.
   */
  public static TenureClient connect(String addresses) {
    return connect(ClientOptions.of(addresses));
  }

  /** Returns at once; only the first request shows whether a server is there. */
  public static TenureClient connect(ClientOptions options) {
    HttpClient.Builder http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(options.timeout());
    if (options.servers().stream().allMatch(server -> "http".equals(server.getScheme()))) {
      http.sslContext(NoTlsContext.context());
    }
    ServerList servers = new ServerList(options.servers());
    Scheduler thread = Schedulers.newSingle("tenure-client", true);
    Transport transport =
        options.stream()
            ? new StreamTransport(http.build(), servers, options.authorization(), thread)
            : new HttpTransport(http.build(), servers, options.authorization());
    return new TenureClient(
        options, transport, new MachineClock(), thread, CallbackThreads.onThreads());
  }

  /** Each single call of the server: this interface renews nothing and repeats nothing. */
  public LeaseCalls calls() {
    return context.calls();
  }

  /**
   * Acquires a lease, as soon as it is subscribed to; a new one for each subscription. The client
   * repeats unanswered requests, within the timeout and the wait of the claim. A caller that
   * cancels leaves the queue, and gives back a lease that was granted meanwhile. With a requestId
   * of the caller's own, a cancellation only leaves the queue; a lease that was granted unheard
   * stays available to a request with the same requestId, until its ttl is over.
   */
  public Mono<Lease> acquire(Claim claim) {
    return Acquisition.of(context, claim, null);
  }

  public Mono<Lease> acquire(String key, Duration ttl) {
    return acquire(Claim.of(key, ttl));
  }

  /**
   * Acquires, does the work, and releases when the work ends, however it ends. When the lease is
   * lost, the client cancels the work before another holder can have the key, and the Flux ends
   * with {@link io.tenure.client.error.LeaseLostException}. The client judges the lease before the
   * work begins and before each item, so that no item passes after a pause of the process; what
   * runs <em>inside</em> the work asks {@link Lease#ensure} before it touches the resource, and
   * sends the token along.
   */
  public <T> Flux<T> whileHeld(Claim claim, Function<Lease, ? extends Publisher<T>> work) {
    return WhileHeld.work(acquire(claim), work);
  }

  public <T> Flux<T> whileHeld(
      String key, Duration ttl, Function<Lease, ? extends Publisher<T>> work) {
    return whileHeld(Claim.of(key, ttl), work);
  }

  /**
   * Runs for leadership until it is cancelled, which resigns; emits a {@link Leadership} for each
   * election won. While it leads, every caller sees {@code value}, such as its address.
   */
  public Flux<Leadership> elect(String name, String value) {
    return elect(Claim.of(name, TERM_DEFAULT).withValue(value));
  }

  /** Runs for leadership on the terms of a claim. */
  public Flux<Leadership> elect(Claim claim) {
    return ElectionCampaign.terms(context, claim);
  }

  /**
   * Emits every change, in order for each shard, over as many connections as it takes; or a {@link
   * WatchEvent.Resync} and a snapshot of the holders instead. Takes no more events than the
   * subscriber requests.
   */
  public Flux<WatchEvent> watch(WatchRequest what) {
    return ReconnectingWatch.of(transport, what, context);
  }

  /** Opens a session, a heartbeat that keeps many leases. */
  public Mono<Session> session(Duration ttl) {
    return HeldSession.open(context, ttl);
  }

  /** Releases every held lease, as far as that is possible within the timeout; then closes. */
  public Mono<Void> shutdown() {
    return Mono.defer(() -> context.keeper().isClosed() ? Mono.empty() : letAllGo());
  }

  private Mono<Void> letAllGo() {
    Mono<Void> done =
        context
            .keeper()
            .held()
            .flatMapIterable(all -> all)
            .flatMap(this::letGo)
            .then()
            .timeout(context.timeout(), Mono.empty(), thread);
    return CallbackThreads.by(context.keeper().callbacks.answering(), done)
        .doFinally(end -> close());
  }

  private Mono<Void> letGo(HeldTenure tenure) {
    RequestRetrier retries = context.persistence(context.timeout());
    String id = tenure.id.id().text();
    if (!tenure.release()) {
      return Mono.empty();
    }
    Mono<Void> asked = tenure.id.session() ? retries.closeSession(id) : retries.release(id);
    return asked.onErrorComplete();
  }

  /**
   * Stops renewing at once. The leases that are still held are reported as lost, and end with their
   * ttl.
   */
  @Override
  public void close() {
    transport.close();
    context.keeper().close(thread::dispose);
  }
}
