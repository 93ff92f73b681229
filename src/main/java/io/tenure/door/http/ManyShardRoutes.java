package io.tenure.door.http;

import io.tenure.door.AdmittedOperation;
import io.tenure.door.BulkRenewal;
import io.tenure.door.HeldKeyPages;
import io.tenure.door.ShardListWriter;
import io.tenure.wire.OutcomeHttpStatus;
import io.tenure.wire.RequestReader;
import io.tenure.wire.ViewWriter;

/** Serves the operations that many shards answer together, or that the server itself answers. */
final class ManyShardRoutes {

  private final HttpFieldsReader fields;
  private final ErrorResponder errors;

  ManyShardRoutes(HttpFieldsReader fields, ErrorResponder errors) {
    this.fields = fields;
    this.errors = errors;
  }

  void renew(HttpExchange exchange, AdmittedOperation admitted, String name) {
    fields.read(
        exchange,
        admitted.operation(),
        name,
        said ->
            BulkRenewal.ask(admitted, RequestReader.renewals(said))
                .onSuccess(
                    outcomes ->
                        errors.guard(
                            exchange,
                            () ->
                                exchange.answer(
                                    OutcomeHttpStatus.OK,
                                    json -> BulkRenewal.write(json, outcomes)))));
  }

  void shards(HttpExchange exchange, AdmittedOperation admitted, String name) {
    fields.read(
        exchange,
        admitted.operation(),
        name,
        said -> {
          RequestReader.shards(said);
          exchange.answer(
              OutcomeHttpStatus.OK, json -> ShardListWriter.write(json, admitted.reports()));
        });
  }

  void list(HttpExchange exchange, AdmittedOperation admitted, String name) {
    fields.read(
        exchange,
        admitted.operation(),
        name,
        said ->
            HeldKeyPages.ask(admitted, RequestReader.listing(said))
                .onSuccess(
                    page ->
                        errors.guard(
                            exchange,
                            () ->
                                exchange.answer(
                                    OutcomeHttpStatus.OK,
                                    json -> ViewWriter.page(json, page.keys(), page.cursor()))))
                .onFailure(refused -> exchange.refuse(errors.problem(refused))));
  }
}
