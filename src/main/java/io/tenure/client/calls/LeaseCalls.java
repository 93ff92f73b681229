package io.tenure.client.calls;

import io.tenure.api.Operation;
import io.tenure.api.Value;
import io.tenure.client.CallbackThreads;
import io.tenure.client.Claim;
import io.tenure.client.TenureClient;
import io.tenure.client.error.ClientErrors;
import io.tenure.client.error.FencedException;
import io.tenure.client.error.RefusedException;
import io.tenure.client.error.TenureException;
import io.tenure.client.error.UnreachableException;
import io.tenure.client.transport.Transport;
import io.tenure.wire.ClientRequest;
import io.tenure.wire.ServerMessage;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * The single calls of the server, each sent once for each subscription: nothing is renewed and
 * nothing repeated. Only the calls about shards ask several servers. Every call is over within the
 * timeout, an acquire within the timeout and its wait. A call fails with a {@link TenureException}.
 * For operators, and for callers that build something of their own; to hold a lease, use {@link
 * TenureClient#acquire}.
 */
public final class LeaseCalls {

  private final Transport transport;
  private final Scheduler answering;
  private final String holder;
  private final Duration timeout;

  /**
   * Makes the calls of a client: see {@link TenureClient#calls}.
   *
   * @hidden for this module
   */
  @SuppressWarnings("exports")
  public LeaseCalls(Transport transport, Scheduler answering, String holder, Duration timeout) {
    this.transport = transport;
    this.answering = answering;
    this.holder = holder;
    this.timeout = timeout;
  }

  /** The same calls with another timeout. */
  public LeaseCalls within(Duration longest) {
    return new LeaseCalls(transport, answering, holder, longest);
  }

  /**
   * Acquires once. A caller that cancels leaves the queue, unless the lease was granted already.
   */
  public Mono<Grant> acquire(Claim claim) {
    return Mono.defer(
        () -> {
          Claim named = claim.holder() == null ? claim.withHolder(holder) : claim;
          Claim known =
              named.requestId() == null ? named.withRequestId(UUID.randomUUID().toString()) : named;
          return ask(claim.key(), known.ask(), timeout.plus(claim.patience()), Grant::of);
        });
  }

  public Mono<Renewal> renew(String leaseId) {
    return ask("", ClientRequest.of(Operation.RENEW).with("leaseId", leaseId), Renewal::of);
  }

  /**
   * A result for each lease, in the order of {@code leaseIds}; a dead lease does no harm to others.
   */
  public Mono<List<RenewalResult>> renew(List<String> leaseIds) {
    return ask(
        "",
        ClientRequest.of(Operation.RENEW_MANY).with("leases", leaseIds),
        message -> message.objects("results").stream().map(RenewalResult::of).toList());
  }

  public Mono<Released> release(String leaseId) {
    return ask(
        "",
        ClientRequest.of(Operation.RELEASE).with("leaseId", leaseId),
        message ->
            new Released(message.number("token"), Duration.ofMillis(message.number("agoMs", 0))));
  }

  /** Hands the key to {@code next}, or to the head of the queue when {@code next} is null. */
  public Mono<Handover> transfer(String leaseId, @Nullable String next) {
    return transfer(leaseId, next, UUID.randomUUID().toString());
  }

  public Mono<Handover> transfer(String leaseId, @Nullable String next, String requestId) {
    return ask(
        "",
        ClientRequest.of(Operation.TRANSFER)
            .with("leaseId", leaseId)
            .with("holder", next)
            .with("requestId", requestId),
        Handover::of);
  }

  /** Stores a value, or removes it if {@code value} is null. Returns the token of the lease. */
  public Mono<Long> setValue(String leaseId, @Nullable Value value) {
    ClientRequest ask =
        ClientRequest.of(Operation.VALUE)
            .with("leaseId", leaseId)
            .with("requestId", UUID.randomUUID().toString());
    ClientRequest whole = value == null ? ask.withNull("value") : ask.with("value", value);
    return ask("", whole, message -> message.number("token"));
  }

  /** The public view of a lease, which every caller may see. */
  public Mono<HolderInfo> lease(String leaseId) {
    return ask(
        "",
        ClientRequest.of(Operation.INSPECT).with("leaseId", leaseId),
        message -> HolderInfo.of(message.text("key"), message));
  }

  public Mono<KeyView> key(String key) {
    return ask(key, ClientRequest.of(Operation.LOOK).with("key", key), KeyView::of);
  }

  /**
   * One page of the held keys that start with {@code prefix}, from the beginning or from a cursor.
   */
  public Mono<KeyPage> keys(String prefix, @Nullable String cursor, int limit) {
    ClientRequest ask =
        ClientRequest.of(Operation.LIST)
            .with("prefix", prefix.isEmpty() ? null : prefix)
            .with("cursor", cursor)
            .with("limit", limit);
    return ask(prefix, ask, KeyPage::of);
  }

  /** All held keys, read page by page. */
  public Flux<HolderInfo> keys(String prefix, int pageLimit) {
    return keys(prefix, null, pageLimit)
        .expand(
            page -> page.cursor() == null ? Mono.empty() : keys(prefix, page.cursor(), pageLimit))
        .concatMapIterable(KeyPage::keys);
  }

  /** Ends the tenures of a key. */
  public Mono<BreakResult> breakOff(BreakRequest wish) {
    return ask(wish.key(), wish.ask(), BreakResult::of);
  }

  public Mono<SessionGrant> openSession(Duration ttl) {
    return openSession(ttl, holder);
  }

  public Mono<SessionGrant> openSession(Duration ttl, String name) {
    return openSession(ttl, name, UUID.randomUUID().toString());
  }

  public Mono<SessionGrant> openSession(Duration ttl, String name, String requestId) {
    ClientRequest ask =
        ClientRequest.of(Operation.OPEN_SESSION)
            .withMillis("ttl", ttl.toMillis())
            .with("holder", name)
            .with("requestId", requestId);
    return ask("", ask, SessionGrant::of);
  }

  public Mono<Renewal> keepAlive(String sessionId) {
    return ask("", ClientRequest.of(Operation.KEEPALIVE).with("sessionId", sessionId), Renewal::of);
  }

  public Mono<SessionInfo> session(String sessionId) {
    return ask(
        "",
        ClientRequest.of(Operation.INSPECT_SESSION).with("sessionId", sessionId),
        SessionInfo::of);
  }

  /** Ends a session, and all its leases. */
  public Mono<Void> closeSession(String sessionId) {
    return ask(
            "",
            ClientRequest.of(Operation.CLOSE_SESSION).with("sessionId", sessionId),
            message -> message)
        .then();
  }

  /**
   * Accepts the token at the fence, unless the fence has seen a larger one: then {@link
   * FencedException}. Returns the mark.
   */
  public Mono<Long> raiseFence(String fence, long token) {
    return ask(
            fence,
            ClientRequest.of(Operation.RAISE_FENCE).with("fence", fence).with("token", token),
            message -> message.number("token"))
        .onErrorMap(RefusedException.class, refused -> refused.fenced(fence, token));
  }

  /** The largest token that the fence has seen, 0 for none. */
  public Mono<Long> readFence(String fence) {
    return ask(
        fence,
        ClientRequest.of(Operation.READ_FENCE).with("fence", fence),
        message -> message.number("token"));
  }

  /**
   * Deletes the fence, if its mark is still {@code token}; only an operator may do it. A holder of
   * an older token passes the fence afterwards, so use it only for fences that no resource asks any
   * more. Returns the deleted mark.
   */
  public Mono<Long> dropFence(String fence, long token) {
    return ask(
        fence,
        ClientRequest.of(Operation.DROP_FENCE).with("fence", fence).with("token", token),
        message -> message.number("token"));
  }

  /**
   * The states of all shards. The client asks every configured server, and takes the state of each
   * shard from its owner, if the owner is among the servers that answer. Fails when no server
   * answers.
   */
  public Mono<List<ShardStatus>> shards() {
    return translated("", CallbackThreads.by(answering, ShardCalls.list(transport, timeout)));
  }

  /**
   * Ends the quarantine of a shard before its time. The operator vouches that no holder believes in
   * a lease that the store has lost. Only the owner of the shard does it: with several configured
   * servers, the client first asks all of them which one is the owner.
   */
  public Mono<EndQuarantineResult> endQuarantine(int shard, String reason) {
    ClientRequest ask =
        ClientRequest.of(Operation.END_QUARANTINE).with("shard", shard).with("reason", reason);
    Mono<ServerMessage> answer = ShardCalls.askOwner(transport, shard, ask, timeout);
    return translated("", CallbackThreads.by(answering, answer).map(EndQuarantineResult::of));
  }

  /**
   * Events as they come over one connection, until it ends: with {@link UnreachableException}, or
   * with {@link RefusedException} when the server dismisses its watchers.
   */
  public Flux<WatchEvent> watch(WatchRequest what) {
    return transport
        .watch(what.target(), timeout)
        .mapNotNull(WatchEventReader::of)
        .onErrorMap(thrown -> ClientErrors.translated(what.prefix(), thrown));
  }

  private <T> Mono<T> ask(String about, ClientRequest ask, Function<ServerMessage, T> read) {
    return ask(about, ask, timeout, read);
  }

  private <T> Mono<T> ask(
      String about, ClientRequest ask, Duration within, Function<ServerMessage, T> read) {
    return translated(about, CallbackThreads.by(answering, transport.ask(ask, within)).map(read));
  }

  private static <T> Mono<T> translated(String about, Mono<T> answer) {
    return answer.onErrorMap(thrown -> ClientErrors.translated(about, thrown));
  }
}
