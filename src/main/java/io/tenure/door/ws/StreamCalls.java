package io.tenure.door.ws;

import io.tenure.api.InvalidFieldException;
import io.tenure.api.LeaseId;
import io.tenure.api.Operation;
import io.tenure.api.Outcome;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.door.BulkRenewal;
import io.tenure.door.CallResults;
import io.tenure.door.HeldKeyPages;
import io.tenure.door.MultiShardWatch;
import io.tenure.door.OperatorAudit;
import io.tenure.door.RenewalOrProblem;
import io.tenure.door.RequestRouting;
import io.tenure.door.ShardListWriter;
import io.tenure.shard.call.Call;
import io.tenure.shard.call.CallResult;
import io.tenure.wire.JsonText;
import io.tenure.wire.Problem;
import io.tenure.wire.ReplyWriter;
import io.tenure.wire.StreamRequest;
import io.tenure.wire.ViewWriter;
import io.vertx.core.Future;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The requests of one stream that come as JSON, and their answers. Owned by its loop. */
final class StreamCalls {

  private static final int OK = 200;

  private final LoopStreams all;
  private final String from;
  private final Outbox outbox;
  private final Runnable onAnswered;
  private final StreamLeases leases;
  private final Map<Long, Call> waits = new HashMap<>();
  private final Map<Long, StreamWatch> watches = new HashMap<>();
  private int inFlight;
  private boolean leaving;
  private boolean gone;

  StreamCalls(LoopStreams all, String from, Outbox outbox, Runnable onAnswered) {
    this.all = all;
    this.from = from;
    this.outbox = outbox;
    this.onAnswered = onAnswered;
    leases = new StreamLeases(all.losses, outbox);
  }

  boolean quiet() {
    return inFlight == 0;
  }

  void hear(byte[] message) {
    StreamRequest asked = StreamRequest.read(message);
    StreamLimits limits = all.options.limits();
    if (asked.wrong() != null) {
      refuse(asked, asked.wrong());
    } else if (leaving) {
      refuse(asked, StreamProblems.STOPPING);
    } else if (inFlight >= limits.inFlight()) {
      refuse(asked, StreamProblems.tooManyRequests(limits.inFlight()));
    } else {
      guard(asked, () -> lead(asked, Objects.requireNonNull(asked.operation())));
    }
  }

  /** Whoever reads again is told more. */
  void resume() {
    leases.tell();
    watches.values().forEach(StreamWatch::resume);
  }

  void signOfLife() {
    watches.values().forEach(StreamWatch::signOfLife);
  }

  void leave() {
    leaving = true;
    List.copyOf(waits.values()).forEach(Call::withdraw);
    endWatches();
  }

  void gone() {
    gone = true;
    waits.values().forEach(Call::withdraw);
    waits.clear();
    endWatches();
    leases.forgetAll();
  }

  private void endWatches() {
    watches.values().forEach(StreamWatch::end);
    watches.clear();
  }

  private void lead(StreamRequest asked, Operation operation) {
    switch (operation) {
      case RENEW_MANY -> renewMany(asked);
      case LIST -> list(asked);
      case WATCH -> watch(asked);
      case CANCEL -> cancel(asked);
      case SHARDS -> shards(asked);
      case BREAK -> byOperator(asked, operation, "key");
      case DROP_FENCE -> byOperator(asked, operation, "fence");
      case END_QUARANTINE -> byOperator(asked, operation, "shard");
      default -> askOne(asked, operation);
    }
  }

  private void byOperator(StreamRequest asked, Operation operation, String nameField) {
    if (all.options.breaking()) {
      askOne(asked, operation);
    } else {
      String name = asked.fields().looseText(nameField);
      all.options.audit().forbade(from, operation, name == null ? "" : name);
      refuse(asked, OperatorAudit.FORBIDDEN);
    }
  }

  private void shards(StreamRequest asked) {
    all.reader.shards(asked.fields());
    answer(asked, OK, json -> ShardListWriter.write(json, all.router.states()));
  }

  private void askOne(StreamRequest asked, Operation operation) {
    Request request = all.reader.read(operation, asked.fields());
    boolean waits = request instanceof Request.Acquire acquire && acquire.waitMillis() > 0;
    if (waits) {
      refuseTaken(asked.seq());
    }
    leases.asked(request);
    Call call = all.router.ask(RequestRouting.of(all.router, request), request);
    if (waits) {
      this.waits.put(asked.seq(), call);
    }
    inFlight++;
    call.answer()
        .onSuccess(answer -> audit(request, answer))
        .onSuccess(
            answer -> {
              this.waits.remove(asked.seq(), call);
              answered(asked, () -> answer(asked, request, answer));
            });
  }

  private void audit(Request request, CallResult answer) {
    if (request instanceof Request.ByOperator act) {
      all.options.audit().acted(from, act, answer);
    }
  }

  private void answer(StreamRequest asked, Request request, CallResult answer) {
    Problem problem = CallResults.problem(all.router, request, answer);
    leases.answered(request, answer instanceof CallResult.Said said ? said.reply() : null, problem);
    if (problem != null) {
      boolean sentOn = leaving && problem.code() == Outcome.WITHDRAWN;
      refuse(asked, sentOn ? StreamProblems.STOPPING : problem);
      return;
    }
    Reply reply = CallResults.reply(answer);
    answer(asked, CallResults.status(reply), json -> ReplyWriter.write(json, reply))
        .onFailure(unsent -> all.router.letGo(request, reply));
  }

  private void renewMany(StreamRequest asked) {
    List<@Nullable LeaseId> handles = all.reader.renewals(asked.fields());
    inFlight++;
    BulkRenewal.ask(all.router, handles)
        .onSuccess(
            outcomes ->
                answered(
                    asked,
                    () -> {
                      answer(asked, OK, json -> BulkRenewal.write(json, outcomes));
                      keep(handles, outcomes);
                    }));
  }

  private void keep(List<@Nullable LeaseId> handles, List<RenewalOrProblem> outcomes) {
    for (int at = 0; at < outcomes.size(); at++) {
      LeaseId lease = handles.get(at);
      if (lease != null) {
        leases.renewed(lease, outcomes.get(at).livingToken(), outcomes.get(at).problem());
      }
    }
  }

  private void list(StreamRequest asked) {
    var page = HeldKeyPages.ask(all.router, all.reader.listing(asked.fields()));
    inFlight++;
    page.onSuccess(
            keys ->
                answered(
                    asked,
                    () ->
                        answer(
                            asked, OK, json -> ViewWriter.page(json, keys.keys(), keys.cursor()))))
        .onFailure(thrown -> answered(asked, () -> refuse(asked, thrown)));
  }

  private void watch(StreamRequest asked) {
    var target = all.reader.following(asked.fields());
    refuseTaken(asked.seq());
    int most = all.options.limits().watches();
    if (watches.size() >= most) {
      refuse(asked, StreamProblems.tooManyWatches(most));
      return;
    }
    StreamWatch watch = new StreamWatch(asked.seq(), outbox, () -> watches.remove(asked.seq()));
    MultiShardWatch watching = MultiShardWatch.begin(all.vertx, all.router, target, watch);
    watch.opens(watching);
    watches.put(asked.seq(), watch);
    inFlight++;
    watching
        .begun()
        .onSuccess(
            begun ->
                answered(
                    asked,
                    () ->
                        answer(
                            asked, OK, json -> json.writeStringField("cursor", watching.cursor()))))
        .onFailure(
            thrown -> {
              watches.remove(asked.seq(), watch);
              answered(asked, () -> refuse(asked, thrown));
            });
  }

  private void cancel(StreamRequest asked) {
    long of = all.reader.cancelled(asked.fields());
    Call wait = waits.get(of);
    StreamWatch watch = watches.get(of);
    if (wait != null) {
      wait.withdraw();
    } else if (watch != null && watch.begun()) {
      watches.remove(of);
      watch.end();
    }
    boolean was = wait != null || watch != null && watch.begun();
    answer(asked, OK, json -> json.writeBooleanField("cancelled", was));
  }

  /** Or nobody could say which of the two is to be cancelled. */
  private void refuseTaken(long seq) {
    if (waits.containsKey(seq) || watches.containsKey(seq)) {
      throw new InvalidFieldException(
          "seq", "is that of a wait or watch that goes on; use another");
    }
  }

  /** No answer overtakes what was lost before it. */
  private void answered(StreamRequest asked, Runnable deed) {
    inFlight--;
    leases.tell();
    guard(asked, deed);
    if (!gone) {
      onAnswered.run();
    }
  }

  private void guard(StreamRequest asked, Runnable deed) {
    try {
      deed.run();
    } catch (RuntimeException thrown) {
      refuse(asked, thrown);
    }
  }

  private Future<Void> answer(StreamRequest asked, int status, JsonText.Body body) {
    all.options.requests().answered(asked.operation(), status);
    return outbox.answer(asked.seq(), status, body);
  }

  private void refuse(StreamRequest asked, Throwable thrown) {
    refuse(asked, CallResults.problem(thrown, all.options.mistakes()));
  }

  private void refuse(StreamRequest asked, Problem problem) {
    all.options.requests().answered(asked.operation(), problem.code().status());
    outbox.refuse(asked.seq(), problem);
  }
}
