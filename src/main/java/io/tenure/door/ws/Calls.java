package io.tenure.door.ws;

import io.tenure.core.Handle;
import io.tenure.core.Invalid;
import io.tenure.core.Reply;
import io.tenure.core.Request;
import io.tenure.door.Answers;
import io.tenure.door.Audit;
import io.tenure.door.ManyRenewals;
import io.tenure.door.Outcome;
import io.tenure.door.Pages;
import io.tenure.door.Route;
import io.tenure.door.ShardList;
import io.tenure.door.Watching;
import io.tenure.shard.Answer;
import io.tenure.shard.Call;
import io.tenure.wire.Asked;
import io.tenure.wire.ErrorCode;
import io.tenure.wire.Json;
import io.tenure.wire.Op;
import io.tenure.wire.Problem;
import io.tenure.wire.ReplyWriter;
import io.tenure.wire.ViewWriter;
import io.vertx.core.Future;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The requests of one stream that come as JSON, and their answers. Owned by its loop. */
final class Calls {

  private static final int OK = 200;

  private final Streams all;
  private final String from;
  private final Outbox outbox;
  private final Runnable onAnswered;
  private final Keeping keeping;
  private final Map<Long, Call> waits = new HashMap<>();
  private final Map<Long, StreamWatch> watches = new HashMap<>();
  private int inFlight;
  private boolean leaving;
  private boolean gone;

  Calls(Streams all, String from, Outbox outbox, Runnable onAnswered) {
    this.all = all;
    this.from = from;
    this.outbox = outbox;
    this.onAnswered = onAnswered;
    keeping = new Keeping(all.losses, outbox);
  }

  boolean quiet() {
    return inFlight == 0;
  }

  void hear(byte[] message) {
    Asked asked = Asked.read(message);
    StreamLimits limits = all.options.limits();
    if (asked.wrong() != null) {
      refuse(asked, asked.wrong());
    } else if (leaving) {
      refuse(asked, Problems.STOPPING);
    } else if (inFlight >= limits.inFlight()) {
      refuse(asked, Problems.tooManyRequests(limits.inFlight()));
    } else {
      guard(asked, () -> lead(asked, Objects.requireNonNull(asked.op())));
    }
  }

  /** Whoever reads again is told more. */
  void resume() {
    keeping.tell();
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
    keeping.forgetAll();
  }

  private void endWatches() {
    watches.values().forEach(StreamWatch::end);
    watches.clear();
  }

  private void lead(Asked asked, Op op) {
    switch (op) {
      case RENEW_MANY -> renewMany(asked);
      case LIST -> list(asked);
      case WATCH -> watch(asked);
      case CANCEL -> cancel(asked);
      case SHARDS -> shards(asked);
      case BREAK -> byOperator(asked, op, "key");
      case DROP_FENCE -> byOperator(asked, op, "fence");
      case END_QUARANTINE -> byOperator(asked, op, "shard");
      default -> askOne(asked, op);
    }
  }

  private void byOperator(Asked asked, Op op, String nameField) {
    if (all.options.breaking()) {
      askOne(asked, op);
    } else {
      String name = asked.fields().looseText(nameField);
      all.options.audit().forbade(from, op, name == null ? "" : name);
      refuse(asked, Audit.FORBIDDEN);
    }
  }

  private void shards(Asked asked) {
    all.reader.shards(asked.fields());
    answer(asked, OK, json -> ShardList.write(json, all.leases.states()));
  }

  private void askOne(Asked asked, Op op) {
    Request request = all.reader.read(op, asked.fields());
    boolean waits = request instanceof Request.Acquire acquire && acquire.waitMillis() > 0;
    if (waits) {
      refuseTaken(asked.seq());
    }
    keeping.asked(request);
    Call call = all.leases.ask(Route.of(all.leases, request), request);
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

  private void audit(Request request, Answer answer) {
    if (request instanceof Request.ByOperator act) {
      all.options.audit().acted(from, act, answer);
    }
  }

  private void answer(Asked asked, Request request, Answer answer) {
    Problem problem = Answers.problem(all.leases, request, answer);
    keeping.answered(request, answer instanceof Answer.Said said ? said.reply() : null, problem);
    if (problem != null) {
      boolean sentOn = leaving && problem.code() == ErrorCode.WITHDRAWN;
      refuse(asked, sentOn ? Problems.STOPPING : problem);
      return;
    }
    Reply reply = Answers.reply(answer);
    answer(asked, Answers.status(reply), json -> ReplyWriter.write(json, reply))
        .onFailure(unsent -> all.leases.letGo(request, reply));
  }

  private void renewMany(Asked asked) {
    List<@Nullable Handle> handles = all.reader.renewals(asked.fields());
    inFlight++;
    ManyRenewals.ask(all.leases, handles)
        .onSuccess(
            outcomes ->
                answered(
                    asked,
                    () -> {
                      answer(asked, OK, json -> ManyRenewals.write(json, outcomes));
                      keep(handles, outcomes);
                    }));
  }

  private void keep(List<@Nullable Handle> handles, List<Outcome> outcomes) {
    for (int at = 0; at < outcomes.size(); at++) {
      Handle lease = handles.get(at);
      if (lease != null) {
        keeping.renewed(lease, outcomes.get(at).livingToken(), outcomes.get(at).problem());
      }
    }
  }

  private void list(Asked asked) {
    var page = Pages.ask(all.leases, all.reader.listing(asked.fields()));
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

  private void watch(Asked asked) {
    var following = all.reader.following(asked.fields());
    refuseTaken(asked.seq());
    int most = all.options.limits().watches();
    if (watches.size() >= most) {
      refuse(asked, Problems.tooManyWatches(most));
      return;
    }
    StreamWatch watch = new StreamWatch(asked.seq(), outbox, () -> watches.remove(asked.seq()));
    Watching watching = Watching.begin(all.vertx, all.leases, following, watch);
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

  private void cancel(Asked asked) {
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
      throw new Invalid("seq", "is that of a wait or watch that goes on; use another");
    }
  }

  /** No answer overtakes what was lost before it. */
  private void answered(Asked asked, Runnable deed) {
    inFlight--;
    keeping.tell();
    guard(asked, deed);
    if (!gone) {
      onAnswered.run();
    }
  }

  private void guard(Asked asked, Runnable deed) {
    try {
      deed.run();
    } catch (RuntimeException thrown) {
      refuse(asked, thrown);
    }
  }

  private Future<Void> answer(Asked asked, int status, Json.Body body) {
    all.options.requests().answered(asked.op(), status);
    return outbox.answer(asked.seq(), status, body);
  }

  private void refuse(Asked asked, Throwable thrown) {
    refuse(asked, Answers.problem(thrown, all.options.mistakes()));
  }

  private void refuse(Asked asked, Problem problem) {
    all.options.requests().answered(asked.op(), problem.code().status());
    outbox.refuse(asked.seq(), problem);
  }
}
