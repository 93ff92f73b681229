package io.tenure.door.ws;

import io.tenure.core.Handle;
import io.tenure.core.Invalid;
import io.tenure.core.Reply;
import io.tenure.core.Request;
import io.tenure.door.Answers;
import io.tenure.door.ManyRenewals;
import io.tenure.door.Outcome;
import io.tenure.door.Pages;
import io.tenure.door.Route;
import io.tenure.door.Watching;
import io.tenure.shard.Answer;
import io.tenure.shard.Call;
import io.tenure.wire.Asked;
import io.tenure.wire.ErrorCode;
import io.tenure.wire.Op;
import io.tenure.wire.Problem;
import io.tenure.wire.ReplyWriter;
import io.tenure.wire.ViewWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
      outbox.refuse(asked.seq(), asked.wrong());
    } else if (leaving) {
      outbox.refuse(asked.seq(), Problems.STOPPING);
    } else if (inFlight >= limits.inFlight()) {
      outbox.refuse(asked.seq(), Problems.tooManyRequests(limits.inFlight()));
    } else {
      guard(asked.seq(), () -> lead(asked, asked.op()));
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
      case BREAK -> {
        if (all.options.breaking()) {
          askOne(asked, op);
        } else {
          String key = asked.fields().looseText("key");
          all.options.audit().forbade(from, key == null ? "" : key);
          outbox.refuse(
              asked.seq(), Problem.of(ErrorCode.FORBIDDEN, "this server lets nobody break leases"));
        }
      }
      default -> askOne(asked, op);
    }
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
              answered(asked.seq(), () -> answer(asked.seq(), request, answer));
            });
  }

  private void audit(Request request, Answer answer) {
    if (request instanceof Request.Break breakOff) {
      all.options.audit().broke(from, breakOff, answer);
    }
  }

  private void answer(long seq, Request request, Answer answer) {
    Problem problem = Answers.problem(answer);
    keeping.answered(request, problem == null ? Answers.reply(answer) : null, problem);
    if (problem != null) {
      boolean sentOn = leaving && problem.code() == ErrorCode.WITHDRAWN;
      outbox.refuse(seq, sentOn ? Problems.STOPPING : problem);
      return;
    }
    Reply reply = Answers.reply(answer);
    outbox
        .answer(seq, Answers.status(reply), json -> ReplyWriter.write(json, reply))
        .onFailure(unsent -> Answers.letGo(all.leases, request, reply));
  }

  private void renewMany(Asked asked) {
    List<@Nullable Handle> handles = all.reader.renewals(asked.fields());
    inFlight++;
    ManyRenewals.ask(all.leases, handles)
        .onSuccess(
            outcomes ->
                answered(
                    asked.seq(),
                    () -> {
                      outbox.answer(asked.seq(), OK, json -> ManyRenewals.write(json, outcomes));
                      keep(handles, outcomes);
                    }));
  }

  private void keep(List<@Nullable Handle> handles, List<Outcome> outcomes) {
    for (int at = 0; at < outcomes.size(); at++) {
      Handle lease = handles.get(at);
      if (lease != null) {
        keeping.renewed(lease, outcomes.get(at).renewed(), outcomes.get(at).problem());
      }
    }
  }

  private void list(Asked asked) {
    var page = Pages.ask(all.leases, all.reader.listing(asked.fields()));
    inFlight++;
    page.onSuccess(
            keys ->
                answered(
                    asked.seq(),
                    () ->
                        outbox.answer(
                            asked.seq(),
                            OK,
                            json -> ViewWriter.page(json, keys.keys(), keys.cursor()))))
        .onFailure(thrown -> answered(asked.seq(), () -> refuse(asked.seq(), thrown)));
  }

  private void watch(Asked asked) {
    var following = all.reader.following(asked.fields());
    refuseTaken(asked.seq());
    int most = all.options.limits().watches();
    if (watches.size() >= most) {
      outbox.refuse(asked.seq(), Problems.tooManyWatches(most));
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
                    asked.seq(),
                    () ->
                        outbox.answer(
                            asked.seq(),
                            OK,
                            json -> json.writeStringField("cursor", watching.cursor()))))
        .onFailure(
            thrown -> {
              watches.remove(asked.seq(), watch);
              answered(asked.seq(), () -> refuse(asked.seq(), thrown));
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
    outbox.answer(asked.seq(), OK, json -> json.writeBooleanField("cancelled", was));
  }

  /** Or nobody could say which of the two is to be cancelled. */
  private void refuseTaken(long seq) {
    if (waits.containsKey(seq) || watches.containsKey(seq)) {
      throw new Invalid("seq", "is that of a wait or watch that goes on; use another");
    }
  }

  /** No answer overtakes what was lost before it. */
  private void answered(long seq, Runnable deed) {
    inFlight--;
    keeping.tell();
    guard(seq, deed);
    if (!gone) {
      onAnswered.run();
    }
  }

  private void guard(long seq, Runnable deed) {
    try {
      deed.run();
    } catch (RuntimeException thrown) {
      refuse(seq, thrown);
    }
  }

  private void refuse(long seq, Throwable thrown) {
    outbox.refuse(seq, Answers.problem(thrown, all.options.mistakes()));
  }
}
