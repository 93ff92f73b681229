package io.tenure.client;

import io.tenure.client.transport.Transport;
import io.tenure.core.Value;
import io.tenure.wire.Answer;
import io.tenure.wire.Ask;
import io.tenure.wire.Op;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * Each call of the server as it is, asked once for each subscription: nothing is renewed and
 * nothing repeated. Every call is over within the timeout, an acquire within that and its wait.
 * Fails by {@link TenureException}. For operators and for those who build something of their own;
 * who wants to hold a lease is better off with {@link TenureClient#acquire}.
 */
public final class Calls {

  private final Transport transport;
  private final Scheduler answering;
  private final String holder;
  private final Duration timeout;

  Calls(Transport transport, Scheduler answering, String holder, Duration timeout) {
    this.transport = transport;
    this.answering = answering;
    this.holder = holder;
    this.timeout = timeout;
  }

  /** The same with another timeout. */
  public Calls within(Duration longest) {
    return new Calls(transport, answering, holder, longest);
  }

  /** Who cancels leaves the queue, unless the lease was granted already. */
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
    return ask("", Ask.of(Op.RENEW).with("leaseId", leaseId), Renewal::of);
  }

  /** A result for each, in their order; a dead one harms no other. */
  public Mono<List<RenewalResult>> renew(List<String> leaseIds) {
    return ask(
        "",
        Ask.of(Op.RENEW_MANY).with("leases", leaseIds),
        answer -> answer.objects("results").stream().map(RenewalResult::of).toList());
  }

  public Mono<Released> release(String leaseId) {
    return ask(
        "",
        Ask.of(Op.RELEASE).with("leaseId", leaseId),
        answer ->
            new Released(answer.number("token"), Duration.ofMillis(answer.number("agoMs", 0))));
  }

  /** To {@code next}, or to the head of the queue when it is null. */
  public Mono<Handover> transfer(String leaseId, @Nullable String next) {
    return transfer(leaseId, next, UUID.randomUUID().toString());
  }

  Mono<Handover> transfer(String leaseId, @Nullable String next, String requestId) {
    return ask(
        "",
        Ask.of(Op.TRANSFER)
            .with("leaseId", leaseId)
            .with("holder", next)
            .with("requestId", requestId),
        Handover::of);
  }

  /** Null takes it away. Returns the lease's token. */
  public Mono<Long> setValue(String leaseId, @Nullable Value value) {
    Ask ask =
        Ask.of(Op.VALUE).with("leaseId", leaseId).with("requestId", UUID.randomUUID().toString());
    Ask whole = value == null ? ask.withNull("value") : ask.with("value", value);
    return ask("", whole, answer -> answer.number("token"));
  }

  /** What everybody may see of the lease. */
  public Mono<Holding> lease(String leaseId) {
    return ask(
        "",
        Ask.of(Op.INSPECT).with("leaseId", leaseId),
        answer -> Holding.of(answer.text("key"), answer));
  }

  public Mono<KeyView> key(String key) {
    return ask(key, Ask.of(Op.LOOK).with("key", key), KeyView::of);
  }

  /** Some of the held keys that start with {@code prefix}, from the beginning or from a cursor. */
  public Mono<KeyPage> keys(String prefix, @Nullable String cursor, int limit) {
    Ask ask =
        Ask.of(Op.LIST)
            .with("prefix", prefix.isEmpty() ? null : prefix)
            .with("cursor", cursor)
            .with("limit", limit);
    return ask(prefix, ask, KeyPage::of);
  }

  /** All of them, a page at a time. */
  public Flux<Holding> keys(String prefix, int pageLimit) {
    return keys(prefix, null, pageLimit)
        .expand(
            page -> page.cursor() == null ? Mono.empty() : keys(prefix, page.cursor(), pageLimit))
        .concatMapIterable(KeyPage::keys);
  }

  /** Ends the tenure of whoever holds the key. */
  public Mono<Broken> breakOff(Break wish) {
    return ask(wish.key(), wish.ask(), Broken::of);
  }

  public Mono<SessionGrant> openSession(Duration ttl) {
    return openSession(ttl, holder);
  }

  public Mono<SessionGrant> openSession(Duration ttl, String name) {
    return openSession(ttl, name, UUID.randomUUID().toString());
  }

  Mono<SessionGrant> openSession(Duration ttl, String name, String requestId) {
    Ask ask =
        Ask.of(Op.OPEN_SESSION)
            .withMillis("ttl", ttl.toMillis())
            .with("holder", name)
            .with("requestId", requestId);
    return ask("", ask, SessionGrant::of);
  }

  public Mono<Renewal> keepAlive(String sessionId) {
    return ask("", Ask.of(Op.KEEPALIVE).with("sessionId", sessionId), Renewal::of);
  }

  public Mono<SessionView> session(String sessionId) {
    return ask("", Ask.of(Op.INSPECT_SESSION).with("sessionId", sessionId), SessionView::of);
  }

  /** Ends it, and all its leases. */
  public Mono<Void> closeSession(String sessionId) {
    return ask("", Ask.of(Op.CLOSE_SESSION).with("sessionId", sessionId), answer -> answer).then();
  }

  /**
   * Accepts the token at the fence, unless a larger one was seen: then {@link FencedException}.
   * Returns the mark.
   */
  public Mono<Long> raiseFence(String fence, long token) {
    return ask(
            fence,
            Ask.of(Op.RAISE_FENCE).with("fence", fence).with("token", token),
            answer -> answer.number("token"))
        .onErrorMap(RefusedException.class, refused -> refused.fenced(fence, token));
  }

  /** The largest token seen at the fence, 0 for none. */
  public Mono<Long> readFence(String fence) {
    return ask(fence, Ask.of(Op.READ_FENCE).with("fence", fence), answer -> answer.number("token"));
  }

  /**
   * Deletes the fence, if its mark is still {@code token}: an operator's act. A holder of an older
   * token passes the fence afterwards, so it is for fences that no resource asks any more. Returns
   * the mark that is deleted.
   */
  public Mono<Long> dropFence(String fence, long token) {
    return ask(
        fence,
        Ask.of(Op.DROP_FENCE).with("fence", fence).with("token", token),
        answer -> answer.number("token"));
  }

  /** How each shard stands, as the server that answers knows. */
  public Mono<List<ShardStatus>> shards() {
    return ask(
        "",
        Ask.of(Op.SHARDS),
        answer -> answer.objects("shards").stream().map(ShardStatus::of).toList());
  }

  /**
   * Ends the quarantine of a shard before its time: an operator's act, who vouches that no holder
   * believes in a lease that the store has lost. Only the owner of the shard does it.
   */
  public Mono<QuarantineEnd> endQuarantine(int shard, String reason) {
    return ask(
        "",
        Ask.of(Op.END_QUARANTINE).with("shard", shard).with("reason", reason),
        QuarantineEnd::of);
  }

  /**
   * Events as they come over one connection, until it ends: with {@link UnreachableException}, or
   * with {@link RefusedException} when the server sends its watchers away.
   */
  public Flux<WatchEvent> watch(Watched what) {
    return transport
        .watch(what.following(), timeout)
        .mapNotNull(WatchEvents::of)
        .onErrorMap(thrown -> Problems.translated(what.prefix(), thrown));
  }

  private <T> Mono<T> ask(String about, Ask ask, Function<Answer, T> read) {
    return ask(about, ask, timeout, read);
  }

  private <T> Mono<T> ask(String about, Ask ask, Duration within, Function<Answer, T> read) {
    return Delivery.by(answering, transport.ask(ask, within))
        .map(read)
        .onErrorMap(thrown -> Problems.translated(about, thrown));
  }
}
