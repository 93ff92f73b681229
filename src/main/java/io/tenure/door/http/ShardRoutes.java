package io.tenure.door.http;

import io.tenure.api.Operation;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.door.AdmittedOperation;
import io.tenure.door.Gateway;
import io.tenure.door.ResultProblems;
import io.tenure.door.ServerStoppingProblems;
import io.tenure.shard.call.Call;
import io.tenure.shard.call.CallResult;
import io.tenure.wire.Problem;
import io.tenure.wire.ReplyWriter;
import io.tenure.wire.RequestReader;

/** Serves the operations that one shard answers. */
final class ShardRoutes {

  private final Gateway gateway;
  private final HttpFieldsReader fields;
  private final ErrorResponder errors;

  ShardRoutes(Gateway gateway, HttpFieldsReader fields, ErrorResponder errors) {
    this.gateway = gateway;
    this.fields = fields;
    this.errors = errors;
  }

  void ask(HttpExchange exchange, AdmittedOperation admitted, String name) {
    Operation operation = admitted.operation();
    fields.read(
        exchange,
        operation,
        name,
        said -> {
          Request.Routed request = RequestReader.read(operation, said);
          Call call = admitted.ask(request);
          if (request.waits()) {
            exchange.connection.waits(call::withdraw, () -> sendOn(exchange, call));
          }
          call.answer()
              .onSuccess(
                  answer ->
                      errors.guard(exchange, () -> answer(exchange, admitted, request, answer)));
        });
  }

  private static void sendOn(HttpExchange exchange, Call call) {
    call.withdraw();
    exchange.refuse(ServerStoppingProblems.WAIT);
  }

  private void answer(
      HttpExchange exchange, AdmittedOperation admitted, Request request, CallResult answer) {
    Problem problem = gateway.problem(request, answer);
    if (problem != null) {
      exchange.refuse(problem);
      return;
    }
    Reply.Answer reply = (Reply.Answer) ResultProblems.reply(answer);
    exchange
        .answer(ResultProblems.status(reply), ReplyWriter.of(reply))
        .onFailure(gone -> admitted.letGo(request, reply));
  }
}
