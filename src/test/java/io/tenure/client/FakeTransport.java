package io.tenure.client;

import io.tenure.api.LeaseId;
import io.tenure.api.Operation;
import io.tenure.api.Outcome;
import io.tenure.api.Validity;
import io.tenure.client.transport.LossPush;
import io.tenure.client.transport.NoAnswerException;
import io.tenure.client.transport.RawWatchEvent;
import io.tenure.client.transport.RenewalAnswer;
import io.tenure.client.transport.RenewalTarget;
import io.tenure.client.transport.Transport;
import io.tenure.wire.ClientRequest;
import io.tenure.wire.Problem;
import io.tenure.wire.ProblemException;
import io.tenure.wire.ServerMessage;
import io.tenure.wire.WatchTarget;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * A scripted server for tests of the client: it answers by its script, else as a correct server.
 * Every answer is immediate, unless the script says otherwise.
 */
public final class FakeTransport implements Transport {

  /** One renewal frame, with an answer that a test may give at any time. */
  public record Frame(List<RenewalTarget> all, Sinks.One<List<RenewalAnswer>> answer) {
    public void renew(long validForMillis) {
      answer.tryEmitValue(all.stream().map(one -> RenewalAnswer.validFor(validForMillis)).toList());
    }

    void breaking(long validForMillis) {
      answer.tryEmitValue(
          all.stream().map(one -> new RenewalAnswer(validForMillis, true, null)).toList());
    }

    void refuse(Outcome code) {
      RenewalAnswer refused = RenewalAnswer.refused(Problem.of(code, "as the script says"));
      answer.tryEmitValue(all.stream().map(one -> refused).toList());
    }

    public void fail() {
      answer.tryEmitError(new NoAnswerException("as the script says", null));
    }
  }

  public final List<ClientRequest> asked = Collections.synchronizedList(new ArrayList<>());
  public final List<Frame> frames = new ArrayList<>();
  public final Sinks.Many<LossPush> losses = Sinks.many().multicast().directBestEffort();
  public final Sinks.Many<Integer> connections = Sinks.many().multicast().directBestEffort();
  public final List<List<RenewalTarget>> introduced = new ArrayList<>();
  public final List<WatchTarget> watched = new ArrayList<>();
  public final Deque<Flux<RawWatchEvent>> watches = new ArrayDeque<>();
  final Map<Operation, Deque<Function<ClientRequest, Mono<ServerMessage>>>> scripts =
      new LinkedHashMap<>();

  /** The servers that the client knows; empty for this one alone. */
  public List<Transport> servers = List.of();

  /** The ttl that every grant reports. */
  public long ttlMillis = 30_000;

  /** Whether frames are answered automatically. */
  public boolean renewing = true;

  int cancelled;
  private int granted;

  /** Answers the next request of this operation in this way. */
  public FakeTransport script(
      Operation operation, Function<ClientRequest, Mono<ServerMessage>> answer) {
    scripts.computeIfAbsent(operation, each -> new ArrayDeque<>()).add(answer);
    return this;
  }

  public List<ClientRequest> asked(Operation operation) {
    return List.copyOf(asked).stream().filter(ask -> ask.operation() == operation).toList();
  }

  Frame frame(int at) {
    return frames.get(at);
  }

  public Frame lastFrame() {
    return frames.get(frames.size() - 1);
  }

  public static Mono<ServerMessage> refused(Outcome code) {
    return Mono.error(new ProblemException(Problem.of(code, "as the script says")));
  }

  public static Mono<ServerMessage> held() {
    return Mono.error(
        new ProblemException(
            Problem.of(Outcome.HELD, "it is held").with("holder", "ben").with("token", 3)));
  }

  public static <T> Mono<T> unreachable() {
    return Mono.error(new NoAnswerException("as the script says", null));
  }

  @Override
  public Mono<ServerMessage> ask(ClientRequest ask, Duration within) {
    return Mono.defer(
            () -> {
              asked.add(ask);
              Deque<Function<ClientRequest, Mono<ServerMessage>>> script =
                  scripts.get(ask.operation());
              return script == null || script.isEmpty()
                  ? Mono.just(usual(ask))
                  : script.remove().apply(ask);
            })
        .doOnCancel(() -> cancelled++);
  }

  @Override
  public List<Transport> servers() {
    return servers.isEmpty() ? List.of(this) : servers;
  }

  @Override
  public Mono<List<RenewalAnswer>> renew(List<RenewalTarget> all, Duration within) {
    return Mono.defer(
        () -> {
          Frame frame = new Frame(List.copyOf(all), Sinks.one());
          frames.add(frame);
          if (renewing) {
            frame.renew(ttlMillis);
          }
          return frame.answer.asMono();
        });
  }

  @Override
  public Mono<List<RenewalAnswer>> introduce(List<RenewalTarget> leases, Duration within) {
    introduced.add(leases);
    return renew(leases, within);
  }

  @Override
  public Flux<Integer> connections() {
    return connections.asFlux();
  }

  @Override
  public Flux<RawWatchEvent> watch(WatchTarget target, Duration within) {
    return Flux.defer(
        () -> {
          watched.add(target);
          return watches.isEmpty() ? Flux.never() : watches.remove();
        });
  }

  @Override
  public Flux<LossPush> losses() {
    return losses.asFlux();
  }

  @Override
  public void close() {
    losses.tryEmitComplete();
  }

  public ServerMessage usual(ClientRequest ask) {
    return switch (ask.operation()) {
      case ACQUIRE -> grant(ask.text("key"), ttlMillis);
      case RENEW, KEEPALIVE -> ServerMessage.of(term(ttlMillis, 1));
      case OPEN_SESSION -> session();
      case TRANSFER -> ServerMessage.of(Map.of("holder", "ben", "token", 99));
      case CLOSE_SESSION -> ServerMessage.of(Map.of("closed", true));
      default -> ServerMessage.of(Map.of("token", 1L, "agoMs", 0L));
    };
  }

  public ServerMessage grant(String key, long validForMillis) {
    Map<String, Object> fields = term(validForMillis, ++granted);
    fields.put("leaseId", handle(granted).text());
    fields.put("key", key);
    fields.put("holder", "anna");
    return ServerMessage.of(fields);
  }

  private ServerMessage session() {
    Map<String, Object> fields = term(ttlMillis, ++granted);
    fields.put("sessionId", handle(granted).text());
    fields.put("holder", "anna");
    return ServerMessage.of(fields);
  }

  public static LeaseId handle(int number) {
    return new LeaseId(0, number, 1, number, number);
  }

  private Map<String, Object> term(long validForMillis, long token) {
    Validity validity = new Validity(ttlMillis, validForMillis);
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("token", token);
    fields.put("ttlMs", validity.ttlMillis());
    fields.put("validForMs", validity.validForMillis());
    fields.put("renewAfterMs", validity.renewAfterMillis());
    fields.put("safetyMs", validity.safetyMillis());
    return fields;
  }
}
