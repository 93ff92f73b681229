package io.tenure.client;

import io.tenure.client.transport.Lost;
import io.tenure.client.transport.Renewed;
import io.tenure.client.transport.ToRenew;
import io.tenure.client.transport.Transport;
import io.tenure.client.transport.Unreachable;
import io.tenure.client.transport.WatchedEvent;
import io.tenure.core.Handle;
import io.tenure.core.Term;
import io.tenure.wire.Answer;
import io.tenure.wire.Ask;
import io.tenure.wire.ErrorCode;
import io.tenure.wire.Following;
import io.tenure.wire.Op;
import io.tenure.wire.Problem;
import io.tenure.wire.Refusal;
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
 * A server that answers as it is told to: by a script where there is one, else as a good one would.
 * Everything happens at once, unless the script says otherwise.
 */
final class FakeTransport implements Transport {

  /** One renewal frame, and what it may be answered with, whenever. */
  record Frame(List<ToRenew> all, Sinks.One<List<Renewed>> answer) {
    void renew(long validForMillis) {
      answer.tryEmitValue(all.stream().map(one -> Renewed.validFor(validForMillis)).toList());
    }

    void breaking(long validForMillis) {
      answer.tryEmitValue(
          all.stream().map(one -> new Renewed(validForMillis, true, null)).toList());
    }

    void refuse(ErrorCode code) {
      Renewed refused = Renewed.refused(Problem.of(code, "as the script says"));
      answer.tryEmitValue(all.stream().map(one -> refused).toList());
    }

    void fail() {
      answer.tryEmitError(new Unreachable("as the script says", null));
    }
  }

  final List<Ask> asked = Collections.synchronizedList(new ArrayList<>());
  final List<Frame> frames = new ArrayList<>();
  final Sinks.Many<Lost> losses = Sinks.many().multicast().directBestEffort();
  final Sinks.Many<Integer> connections = Sinks.many().multicast().directBestEffort();
  final List<List<ToRenew>> introduced = new ArrayList<>();
  final List<Following> watched = new ArrayList<>();
  final Deque<Flux<WatchedEvent>> watches = new ArrayDeque<>();
  final Map<Op, Deque<Function<Ask, Mono<Answer>>>> scripts = new LinkedHashMap<>();

  /** What is said of every lease that is granted. */
  long ttlMillis = 30_000;

  /** Whether frames are answered by themselves. */
  boolean renewing = true;

  int cancelled;
  private int granted;

  /** The next question of the kind is answered so. */
  FakeTransport script(Op op, Function<Ask, Mono<Answer>> answer) {
    scripts.computeIfAbsent(op, each -> new ArrayDeque<>()).add(answer);
    return this;
  }

  List<Ask> asked(Op op) {
    return List.copyOf(asked).stream().filter(ask -> ask.op() == op).toList();
  }

  Frame frame(int at) {
    return frames.get(at);
  }

  Frame lastFrame() {
    return frames.get(frames.size() - 1);
  }

  static Mono<Answer> refused(ErrorCode code) {
    return Mono.error(new Refusal(Problem.of(code, "as the script says")));
  }

  static Mono<Answer> held() {
    return Mono.error(
        new Refusal(
            Problem.of(ErrorCode.HELD, "it is held").with("holder", "ben").with("token", 3)));
  }

  static <T> Mono<T> unreachable() {
    return Mono.error(new Unreachable("as the script says", null));
  }

  @Override
  public Mono<Answer> ask(Ask ask, Duration within) {
    return Mono.defer(
            () -> {
              asked.add(ask);
              Deque<Function<Ask, Mono<Answer>>> script = scripts.get(ask.op());
              return script == null || script.isEmpty()
                  ? Mono.just(usual(ask))
                  : script.remove().apply(ask);
            })
        .doOnCancel(() -> cancelled++);
  }

  @Override
  public Mono<List<Renewed>> renew(List<ToRenew> all, Duration within) {
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
  public Mono<List<Renewed>> introduce(List<ToRenew> leases, Duration within) {
    introduced.add(leases);
    return renew(leases, within);
  }

  @Override
  public Flux<Integer> connections() {
    return connections.asFlux();
  }

  @Override
  public Flux<WatchedEvent> watch(Following following, Duration within) {
    return Flux.defer(
        () -> {
          watched.add(following);
          return watches.isEmpty() ? Flux.never() : watches.remove();
        });
  }

  @Override
  public Flux<Lost> losses() {
    return losses.asFlux();
  }

  @Override
  public void close() {
    losses.tryEmitComplete();
  }

  Answer usual(Ask ask) {
    return switch (ask.op()) {
      case ACQUIRE -> grant(ask.text("key"), ttlMillis);
      case RENEW, KEEPALIVE -> Answer.of(term(ttlMillis, 1));
      case OPEN_SESSION -> session();
      case TRANSFER -> Answer.of(Map.of("holder", "ben", "token", 99));
      case CLOSE_SESSION -> Answer.of(Map.of("closed", true));
      default -> Answer.of(Map.of("token", 1L, "agoMs", 0L));
    };
  }

  Answer grant(String key, long validForMillis) {
    Map<String, Object> fields = term(validForMillis, ++granted);
    fields.put("leaseId", handle(granted).text());
    fields.put("key", key);
    fields.put("holder", "anna");
    return Answer.of(fields);
  }

  private Answer session() {
    Map<String, Object> fields = term(ttlMillis, ++granted);
    fields.put("sessionId", handle(granted).text());
    fields.put("holder", "anna");
    return Answer.of(fields);
  }

  static Handle handle(int number) {
    return new Handle(0, number, 1, number, number);
  }

  private Map<String, Object> term(long validForMillis, long token) {
    Term term = new Term(ttlMillis, validForMillis);
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("token", token);
    fields.put("ttlMs", term.ttlMillis());
    fields.put("validForMs", term.validForMillis());
    fields.put("renewAfterMs", term.renewAfterMillis());
    fields.put("safetyMs", term.safetyMillis());
    return fields;
  }
}
