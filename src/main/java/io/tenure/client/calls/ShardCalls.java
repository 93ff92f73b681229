package io.tenure.client.calls;

import io.tenure.api.Operation;
import io.tenure.client.transport.Transport;
import io.tenure.wire.ClientRequest;
import io.tenure.wire.ServerMessage;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Asks every configured server about its shards: only the owner of a shard knows its state. */
final class ShardCalls {

  /**
   * A server that knows the owner knows more than a server that does not. Of two servers that take
   * themselves for the owner, the one with the larger epoch took the shard over.
   */
  private static final BinaryOperator<ShardStatus> BETTER =
      BinaryOperator.maxBy(
          Comparator.comparing(ShardStatus::isFromOwner)
              .thenComparing(shard -> !shard.owner().isEmpty())
              .thenComparing(ShardStatus::epoch));

  /** The shards that a server has listed, or the reason why it has not. */
  private record Answer(List<ShardStatus> shards, @Nullable Throwable failure) {}

  private ShardCalls() {}

  /** Lists the shards, each as its owner reports it, or else as another server does. */
  static Mono<List<ShardStatus>> list(Transport transport, Duration within) {
    return Flux.fromIterable(transport.servers())
        .flatMapSequential(server -> answer(server, within))
        .collectList()
        .flatMap(ShardCalls::merged);
  }

  /**
   * Sends {@code ask} to the server that owns the shard. If no server that answers owns it, the
   * present one refuses, and names the owner.
   */
  static Mono<ServerMessage> askOwner(
      Transport transport, int shard, ClientRequest ask, Duration within) {
    List<Transport> servers = transport.servers();
    if (servers.size() == 1) {
      return transport.ask(ask, within);
    }
    Duration half = within.dividedBy(2);
    return Flux.fromIterable(servers)
        .flatMap(
            server ->
                undisturbed(answer(server, half))
                    .filter(answer -> isOwned(answer.shards, shard))
                    .map(answer -> server))
        .next()
        .defaultIfEmpty(transport)
        .flatMap(owner -> owner.ask(ask, half));
  }

  /**
   * Lets the server answer, though the caller needs the answer no more: the HTTP client reports a
   * cancelled request as an error.
   */
  private static Mono<Answer> undisturbed(Mono<Answer> answer) {
    return Mono.fromFuture(answer::toFuture, true);
  }

  private static Mono<Answer> answer(Transport server, Duration within) {
    return server
        .ask(ClientRequest.of(Operation.SHARDS), within)
        .map(message -> message.objects("shards").stream().map(ShardStatus::of).toList())
        .map(shards -> new Answer(shards, null))
        .onErrorResume(failure -> Mono.just(new Answer(List.of(), failure)));
  }

  private static boolean isOwned(List<ShardStatus> all, int shard) {
    return all.stream().anyMatch(each -> each.shard() == shard && each.isFromOwner());
  }

  /** Merges the lists of the servers that have answered. Fails when no server has. */
  private static Mono<List<ShardStatus>> merged(List<Answer> answers) {
    Map<Integer, ShardStatus> merged = new TreeMap<>();
    for (Answer answer : answers) {
      answer.shards.forEach(each -> merged.merge(each.shard(), each, BETTER));
    }
    Throwable failure = answers.get(0).failure;
    return merged.isEmpty() && failure != null
        ? Mono.error(failure)
        : Mono.just(List.copyOf(merged.values()));
  }
}
