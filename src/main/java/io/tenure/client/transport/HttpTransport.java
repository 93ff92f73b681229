package io.tenure.client.transport;

import io.tenure.api.Operation;
import io.tenure.api.Outcome;
import io.tenure.wire.ClientRequest;
import io.tenure.wire.MalformedAnswerException;
import io.tenure.wire.OutcomeHttpStatus;
import io.tenure.wire.ProblemException;
import io.tenure.wire.ServerMessage;
import io.tenure.wire.WatchTarget;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import reactor.adapter.JdkFlowAdapter;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Sends each request over HTTP/1.1. The server pushes nothing, except to watchers. */
public final class HttpTransport implements Transport {

  /** The name of the first event of a watch. */
  private static final String WATCHING = "watching";

  /**
   * The most pieces of a refusal, of at most 16 KiB each. Every problem document is shorter: a body
   * that is cut off here is none.
   */
  private static final int PROBLEM_PIECES_MAX = 64;

  private final HttpClient http;
  private final ServerList servers;
  private final @Nullable String authorization;

  /** {@code authorization}: a bearer token, null for none. */
  public HttpTransport(HttpClient http, ServerList servers, @Nullable String authorization) {
    this.http = http;
    this.servers = servers;
    this.authorization = authorization;
  }

  @Override
  public Mono<ServerMessage> ask(ClientRequest ask, Duration within) {
    return Mono.defer(
        () -> {
          URI server = servers.present();
          HttpRequest request = request(server, ask).timeout(within).build();
          return Mono.fromFuture(() -> http.sendAsync(request, BodyHandlers.ofByteArray()))
              .timeout(within)
              .onErrorMap(cause -> unreachable(server, cause))
              .map(answer -> read(server, answer));
        });
  }

  @Override
  public List<Transport> servers() {
    return servers.all().stream()
        .<Transport>map(
            server -> new HttpTransport(http, new ServerList(List.of(server)), authorization))
        .toList();
  }

  @Override
  public Mono<List<RenewalAnswer>> renew(List<RenewalTarget> all, Duration within) {
    List<String> leases =
        all.stream().filter(one -> !one.session()).map(one -> one.id().text()).toList();
    Mono<List<RenewalAnswer>> many =
        leases.isEmpty()
            ? Mono.just(List.of())
            : ask(JsonRenewals.asked(leases), within).map(JsonRenewals::all);
    Mono<List<RenewalAnswer>> sessions =
        Flux.fromIterable(all)
            .filter(RenewalTarget::session)
            .flatMapSequential(one -> keepAlive(one, within))
            .collectList();
    return Mono.zip(many, sessions, (left, right) -> JsonRenewals.inOrder(all, left, right));
  }

  @Override
  public Mono<List<RenewalAnswer>> introduce(List<RenewalTarget> leases, Duration within) {
    return renew(leases, within);
  }

  @Override
  public Flux<Integer> connections() {
    return Flux.never();
  }

  @Override
  public Flux<RawWatchEvent> watch(WatchTarget target, Duration within) {
    ClientRequest ask =
        ClientRequest.of(Operation.WATCH)
            .with("key", target.key())
            .with("prefix", target.key() == null ? target.prefix() : null)
            .with("from", target.from());
    return Flux.defer(
        () -> {
          URI server = servers.present();
          HttpRequest request = request(server, ask).build();
          return Mono.fromFuture(() -> http.sendAsync(request, BodyHandlers.ofPublisher()))
              .timeout(within)
              .onErrorMap(cause -> unreachable(server, cause))
              .flatMapMany(answer -> events(server, answer, within));
        });
  }

  @Override
  public Flux<LossPush> losses() {
    return Flux.never();
  }

  @Override
  public void close() {
    // The JDK's client ends by itself when nothing refers to it any more.
  }

  private HttpRequest.Builder request(URI server, ClientRequest ask) {
    HttpRequest.Builder request = HttpRequestWriter.request(server, ask);
    return authorization == null
        ? request
        : request.header("Authorization", "Bearer " + authorization);
  }

  private Mono<RenewalAnswer> keepAlive(RenewalTarget session, Duration within) {
    return ask(ClientRequest.of(Operation.KEEPALIVE).with("sessionId", session.id().text()), within)
        .map(JsonRenewals::renewed)
        .onErrorResume(
            ProblemException.class, refusal -> Mono.just(RenewalAnswer.refused(refusal.problem())));
  }

  private ServerMessage read(URI server, HttpResponse<byte[]> answer) {
    ServerMessage said = said(server, answer.statusCode(), answer.body());
    if (!OutcomeHttpStatus.refuses(answer.statusCode())) {
      return said;
    }
    throw refusal(server, said);
  }

  private ServerMessage said(URI server, int status, byte[] body) {
    try {
      return ServerMessage.read(body);
    } catch (MalformedAnswerException garbled) {
      servers.left(server);
      throw new NoAnswerException(
          server + " answered " + status + " and is no Tenure server: " + garbled.getMessage(),
          garbled);
    }
  }

  /** Reads a refusal; the client leaves a server that is a standby or that stops. */
  private ProblemException refusal(URI server, ServerMessage said) {
    ProblemException refusal = new ProblemException(said.problem());
    if (refusal.problem().code() == Outcome.UNAVAILABLE) {
      servers.left(server);
    }
    return refusal;
  }

  private Flux<RawWatchEvent> events(
      URI server, HttpResponse<Flow.Publisher<List<ByteBuffer>>> answer, Duration within) {
    Flux<List<ByteBuffer>> pieces = JdkFlowAdapter.flowPublisherToFlux(answer.body());
    if (OutcomeHttpStatus.refuses(answer.statusCode())) {
      return pieces
          .take(PROBLEM_PIECES_MAX)
          .collect(ArrayList<ByteBuffer>::new, ArrayList::addAll)
          .timeout(within)
          .onErrorMap(cause -> unreachable(server, cause))
          .flatMapMany(all -> Flux.error(problem(server, answer.statusCode(), all)));
    }
    ServerSentEventReader reader = new ServerSentEventReader();
    SilenceLimit silence = new SilenceLimit();
    return SilenceTimeout.broken(pieces, silence, Schedulers.parallel())
        .onErrorMap(cause -> unreachable(server, cause))
        .concatMapIterable(reader::read, 1)
        .doOnNext(
            event -> {
              if (WATCHING.equals(event.name())) {
                silence.opened(event.says());
              }
            });
  }

  private RuntimeException problem(URI server, int status, List<ByteBuffer> pieces) {
    try {
      return refusal(server, said(server, status, ServerSentEventReader.joined(pieces)));
    } catch (NoAnswerException noTenure) {
      return noTenure;
    }
  }

  private Throwable unreachable(URI server, Throwable thrown) {
    Throwable cause = thrown instanceof CompletionException ? thrown.getCause() : thrown;
    if (cause instanceof TimeoutException || cause instanceof HttpTimeoutException) {
      servers.left(server);
      return new NoAnswerException(server + " did not answer in time", cause);
    }
    if (cause instanceof IOException) {
      servers.left(server);
      String why = cause.getMessage() == null ? "" : ": " + cause.getMessage();
      return new NoAnswerException(server + " cannot be reached" + why, cause);
    }
    return cause == null ? thrown : cause;
  }
}
