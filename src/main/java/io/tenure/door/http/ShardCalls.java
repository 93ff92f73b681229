package io.tenure.door.http;

import io.tenure.core.Reply;
import io.tenure.core.Request;
import io.tenure.door.Answers;
import io.tenure.door.Audit;
import io.tenure.door.Route;
import io.tenure.shard.Answer;
import io.tenure.shard.Call;
import io.tenure.shard.Leases;
import io.tenure.wire.ErrorCode;
import io.tenure.wire.Op;
import io.tenure.wire.Problem;
import io.tenure.wire.ReplyWriter;
import io.tenure.wire.RequestReader;
import org.jspecify.annotations.Nullable;

/** The calls that one shard answers. */
final class ShardCalls {

  private static final Problem STOPPING =
      Problem.of(ErrorCode.UNAVAILABLE, "the server stops; wait at another, or when it is back")
          .retryAfter(Problem.RETRY_LATER_MILLIS);

  private final Leases leases;
  private final boolean breaking;
  private final Audit audit;
  private final FieldsReader fields;
  private final Refusals refusals;
  private final RequestReader reader;

  ShardCalls(Leases leases, HttpOptions options, FieldsReader fields, Refusals refusals) {
    this.leases = leases;
    breaking = options.breaking();
    audit = options.audit();
    this.fields = fields;
    this.refusals = refusals;
    reader = new RequestReader(options.leaseLimits());
  }

  Path.Call of(Op op, String nameField) {
    return (exchange, name) -> ask(exchange, op, nameField, name);
  }

  void acquire(Exchange exchange, String name) {
    ask(exchange, Op.ACQUIRE, null, name);
  }

  void openSession(Exchange exchange, String name) {
    ask(exchange, Op.OPEN_SESSION, null, name);
  }

  /** What an operator does, where operators may. */
  Path.Call byOperator(Op op, String nameField) {
    return (exchange, name) -> {
      if (breaking) {
        ask(exchange, op, nameField, name);
      } else {
        audit.forbade(from(exchange), op, name);
        exchange.refuse(Audit.FORBIDDEN);
      }
    };
  }

  private void ask(Exchange exchange, Op op, @Nullable String nameField, String name) {
    fields.read(
        exchange,
        op,
        nameField,
        name,
        said -> {
          Request request = reader.read(op, said);
          Call call = leases.ask(Route.of(leases, request), request);
          if (request instanceof Request.Acquire acquire && acquire.waitMillis() > 0) {
            exchange.connection.waits(call::withdraw, () -> sendOn(exchange, call));
          }
          call.answer()
              .onSuccess(answer -> audit(exchange, request, answer))
              .onSuccess(
                  answer -> refusals.guard(exchange, () -> answer(exchange, request, answer)));
        });
  }

  private void audit(Exchange exchange, Request request, Answer answer) {
    if (request instanceof Request.ByOperator act) {
      audit.acted(from(exchange), act, answer);
    }
  }

  private static String from(Exchange exchange) {
    return exchange.request.remoteAddress().toString();
  }

  private void sendOn(Exchange exchange, Call call) {
    call.withdraw();
    exchange.refuse(STOPPING);
  }

  private void answer(Exchange exchange, Request request, Answer answer) {
    Problem problem = Answers.problem(leases, request, answer);
    if (problem != null) {
      exchange.refuse(problem);
      return;
    }
    Reply reply = Answers.reply(answer);
    exchange
        .answer(Answers.status(reply), json -> ReplyWriter.write(json, reply))
        .onFailure(gone -> leases.letGo(request, reply));
  }
}
