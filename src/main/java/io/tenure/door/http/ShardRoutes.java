package io.tenure.door.http;

import io.tenure.api.Operation;
import io.tenure.api.Outcome;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.door.CallResults;
import io.tenure.door.OperatorAudit;
import io.tenure.door.RequestRouting;
import io.tenure.shard.ShardRouter;
import io.tenure.shard.call.Call;
import io.tenure.shard.call.CallResult;
import io.tenure.wire.Problem;
import io.tenure.wire.ReplyWriter;
import io.tenure.wire.RequestReader;
import org.jspecify.annotations.Nullable;

/** The calls that one shard answers. */
final class ShardRoutes {

  private static final Problem STOPPING =
      Problem.of(Outcome.UNAVAILABLE, "the server stops; wait at another, or when it is back")
          .retryAfter(Problem.RETRY_LATER_MILLIS);

  private final ShardRouter router;
  private final boolean breaking;
  private final OperatorAudit audit;
  private final HttpFieldsReader fields;
  private final ErrorResponder refusals;
  private final RequestReader reader;

  ShardRoutes(
      ShardRouter router, HttpOptions options, HttpFieldsReader fields, ErrorResponder refusals) {
    this.router = router;
    breaking = options.breaking();
    audit = options.audit();
    this.fields = fields;
    this.refusals = refusals;
    reader = new RequestReader(options.leaseLimits());
  }

  RoutePattern.Call of(Operation operation, String nameField) {
    return (exchange, name) -> ask(exchange, operation, nameField, name);
  }

  void acquire(HttpExchange exchange, String name) {
    ask(exchange, Operation.ACQUIRE, null, name);
  }

  void openSession(HttpExchange exchange, String name) {
    ask(exchange, Operation.OPEN_SESSION, null, name);
  }

  /** What an operator does, where operators may. */
  RoutePattern.Call byOperator(Operation operation, String nameField) {
    return (exchange, name) -> {
      if (breaking) {
        ask(exchange, operation, nameField, name);
      } else {
        audit.forbade(from(exchange), operation, name);
        exchange.refuse(OperatorAudit.FORBIDDEN);
      }
    };
  }

  private void ask(
      HttpExchange exchange, Operation operation, @Nullable String nameField, String name) {
    fields.read(
        exchange,
        operation,
        nameField,
        name,
        said -> {
          Request request = reader.read(operation, said);
          Call call = router.ask(RequestRouting.of(router, request), request);
          if (request instanceof Request.Acquire acquire && acquire.waitMillis() > 0) {
            exchange.connection.waits(call::withdraw, () -> sendOn(exchange, call));
          }
          call.answer()
              .onSuccess(answer -> audit(exchange, request, answer))
              .onSuccess(
                  answer -> refusals.guard(exchange, () -> answer(exchange, request, answer)));
        });
  }

  private void audit(HttpExchange exchange, Request request, CallResult answer) {
    if (request instanceof Request.ByOperator act) {
      audit.acted(from(exchange), act, answer);
    }
  }

  private static String from(HttpExchange exchange) {
    return exchange.request.remoteAddress().toString();
  }

  private void sendOn(HttpExchange exchange, Call call) {
    call.withdraw();
    exchange.refuse(STOPPING);
  }

  private void answer(HttpExchange exchange, Request request, CallResult answer) {
    Problem problem = CallResults.problem(router, request, answer);
    if (problem != null) {
      exchange.refuse(problem);
      return;
    }
    Reply reply = CallResults.reply(answer);
    exchange
        .answer(CallResults.status(reply), json -> ReplyWriter.write(json, reply))
        .onFailure(gone -> router.letGo(request, reply));
  }
}
