package io.tenure.door.ws;

import io.tenure.api.InvalidFieldException;
import io.tenure.api.LeaseId;
import io.tenure.api.Operation;
import io.tenure.api.Outcome;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.door.AdmittedOperation;
import io.tenure.door.BulkRenewal;
import io.tenure.door.Caller;
import io.tenure.door.ConnectionLossFeed;
import io.tenure.door.HeldKeyPages;
import io.tenure.door.MultiShardWatch;
import io.tenure.door.RenewalReplyOrProblem;
import io.tenure.door.ResultProblems;
import io.tenure.door.ServerStoppingProblems;
import io.tenure.door.ShardListWriter;
import io.tenure.shard.call.Call;
import io.tenure.shard.call.CallResult;
import io.tenure.wire.JsonObjectWriter;
import io.tenure.wire.OutcomeHttpStatus;
import io.tenure.wire.Problem;
import io.tenure.wire.ReplyWriter;
import io.tenure.wire.RequestReader;
import io.tenure.wire.StreamRequest;
import io.tenure.wire.ViewWriter;
import io.vertx.core.Future;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Handles the requests of one stream that come as JSON. Owned by one event loop. */
final class StreamRequestHandler {

  /** Handles an operation that was admitted. */
  private interface Handler {
    void handle(StreamRequest asked, AdmittedOperation admitted);
  }

  private final LoopStreams all;
  private final Caller caller;
  private final Outbox outbox;
  private final Runnable onAnswered;
  private final ConnectionLossFeed leases;
  private final Map<Long, Call> waits = new HashMap<>();
  private final Map<Long, StreamWatch> watches = new HashMap<>();
  private int inFlight;
  private boolean leaving;
  private boolean gone;

  StreamRequestHandler(LoopStreams all, Caller caller, Outbox outbox, Runnable onAnswered) {
    this.all = all;
    this.caller = caller;
    this.outbox = outbox;
    this.onAnswered = onAnswered;
    leases = new ConnectionLossFeed(all.losses, outbox);
  }

  boolean quiet() {
    return inFlight == 0;
  }

  void hear(byte[] message) {
    StreamRequest asked = StreamRequest.read(message);
    StreamLimits limits = all.limits;
    if (asked.wrong() != null) {
      refuse(asked, asked.wrong());
    } else if (leaving) {
      refuse(asked, ServerStoppingProblems.STREAM);
    } else if (inFlight >= limits.inFlight()) {
      refuse(asked, StreamProblems.tooManyRequests(limits.inFlight()));
    } else {
      guard(asked, () -> lead(asked, Objects.requireNonNull(asked.operation())));
    }
  }

  /** Sends more losses and events, after the client has read again. */
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
    AdmittedOperation admitted = all.gateway.admit(caller, operation, named(asked, operation));
    handler(operation).handle(asked, admitted);
  }

  /** Names every operation: one that is new and forgotten does not compile. */
  private Handler handler(Operation operation) {
    return switch (operation) {
      case ACQUIRE,
          RENEW,
          RELEASE,
          TRANSFER,
          VALUE,
          INSPECT,
          LOOK,
          BREAK,
          OPEN_SESSION,
          KEEPALIVE,
          CLOSE_SESSION,
          INSPECT_SESSION,
          RAISE_FENCE,
          READ_FENCE,
          DROP_FENCE,
          END_QUARANTINE ->
          this::askOne;
      case RENEW_MANY -> this::renewMany;
      case LIST -> this::list;
      case WATCH -> this::watch;
      case CANCEL -> this::cancel;
      case SHARDS -> this::shards;
      case QUERY, DASHBOARD, METRICS, HEALTH ->
          throw new IllegalArgumentException(operation + " has no name on a stream");
    };
  }

  /** Returns the name of the operation's target, as the caller spelled it. */
  private static String named(StreamRequest asked, Operation operation) {
    String field = operation.http().field();
    String name = field == null ? null : asked.fields().looseText(field);
    return name == null ? "" : name;
  }

  private void shards(StreamRequest asked, AdmittedOperation admitted) {
    RequestReader.shards(asked.fields());
    answer(asked, OutcomeHttpStatus.OK, json -> ShardListWriter.write(json, admitted.reports()));
  }

  private void askOne(StreamRequest asked, AdmittedOperation admitted) {
    Request.Routed request = RequestReader.read(admitted.operation(), asked.fields());
    boolean waits = request.waits();
    if (waits) {
      refuseTaken(asked.seq());
    }
    leases.asked(request);
    Call call = admitted.ask(request);
    if (waits) {
      this.waits.put(asked.seq(), call);
    }
    inFlight++;
    call.answer()
        .onSuccess(
            answer -> {
              this.waits.remove(asked.seq(), call);
              answered(asked, () -> answer(asked, admitted, request, answer));
            });
  }

  private void answer(
      StreamRequest asked, AdmittedOperation admitted, Request request, CallResult answer) {
    Problem problem = all.gateway.problem(request, answer);
    leases.answered(request, answer instanceof CallResult.Said said ? said.reply() : null, problem);
    if (problem != null) {
      boolean sentOn = leaving && problem.code() == Outcome.WITHDRAWN;
      refuse(asked, sentOn ? ServerStoppingProblems.STREAM : problem);
      return;
    }
    Reply.Answer reply = (Reply.Answer) ResultProblems.reply(answer);
    answer(asked, ResultProblems.status(reply), ReplyWriter.of(reply))
        .onFailure(unsent -> admitted.letGo(request, reply));
  }

  private void renewMany(StreamRequest asked, AdmittedOperation admitted) {
    List<@Nullable LeaseId> handles = RequestReader.renewals(asked.fields());
    inFlight++;
    BulkRenewal.ask(admitted, handles)
        .onSuccess(
            outcomes ->
                answered(
                    asked,
                    () -> {
                      answer(
                          asked, OutcomeHttpStatus.OK, json -> BulkRenewal.write(json, outcomes));
                      keep(handles, outcomes);
                    }));
  }

  private void keep(List<@Nullable LeaseId> handles, List<RenewalReplyOrProblem> outcomes) {
    for (int at = 0; at < outcomes.size(); at++) {
      LeaseId lease = handles.get(at);
      if (lease != null) {
        leases.renewed(lease, outcomes.get(at).livingToken(), outcomes.get(at).problem());
      }
    }
  }

  private void list(StreamRequest asked, AdmittedOperation admitted) {
    var page = HeldKeyPages.ask(admitted, RequestReader.listing(asked.fields()));
    inFlight++;
    page.onSuccess(
            keys ->
                answered(
                    asked,
                    () ->
                        answer(
                            asked,
                            OutcomeHttpStatus.OK,
                            json -> ViewWriter.page(json, keys.keys(), keys.cursor()))))
        .onFailure(thrown -> answered(asked, () -> refuse(asked, thrown)));
  }

  private void watch(StreamRequest asked, AdmittedOperation admitted) {
    var target = RequestReader.following(asked.fields());
    refuseTaken(asked.seq());
    int most = all.limits.watches();
    if (watches.size() >= most) {
      refuse(asked, StreamProblems.tooManyWatches(most));
      return;
    }
    StreamWatch watch = new StreamWatch(asked.seq(), outbox, () -> watches.remove(asked.seq()));
    MultiShardWatch watching = MultiShardWatch.begin(all.vertx, admitted, target, watch);
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
                            asked,
                            OutcomeHttpStatus.OK,
                            json -> json.writeStringField("cursor", watching.cursor()))))
        .onFailure(
            thrown -> {
              watches.remove(asked.seq(), watch);
              answered(asked, () -> refuse(asked, thrown));
            });
  }

  private void cancel(StreamRequest asked, AdmittedOperation admitted) {
    long of = RequestReader.cancelled(asked.fields());
    Call wait = waits.get(of);
    StreamWatch watch = watches.get(of);
    if (wait != null) {
      wait.withdraw();
    } else if (watch != null && watch.begun()) {
      watches.remove(of);
      watch.end();
    }
    boolean was = wait != null || watch != null && watch.begun();
    answer(asked, OutcomeHttpStatus.OK, json -> json.writeBooleanField("cancelled", was));
  }

  /** Refuses a {@code seq} that is in use: a cancel could not tell the two requests apart. */
  private void refuseTaken(long seq) {
    if (waits.containsKey(seq) || watches.containsKey(seq)) {
      throw new InvalidFieldException(
          "seq", "is that of a wait or watch that goes on; use another number");
    }
  }

  /** Sends earlier losses first, so that no answer overtakes a loss. */
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

  private Future<Void> answer(StreamRequest asked, int status, JsonObjectWriter.Body body) {
    all.gateway.requests().answered(asked.operation(), status);
    return outbox.answer(asked.seq(), status, body);
  }

  private void refuse(StreamRequest asked, Throwable thrown) {
    refuse(asked, all.gateway.problem(thrown));
  }

  private void refuse(StreamRequest asked, Problem problem) {
    all.gateway.requests().answered(asked.operation(), OutcomeHttpStatus.of(problem.code()));
    outbox.refuse(asked.seq(), problem);
  }
}
