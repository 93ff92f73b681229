package io.tenure.door.http;

import io.tenure.api.Operation;
import io.tenure.door.BulkRenewal;
import io.tenure.door.Gateway;
import io.tenure.door.HeldKeyPages;
import io.tenure.door.ShardListWriter;
import io.tenure.wire.HttpStatus;
import io.tenure.wire.RequestReader;
import io.tenure.wire.ViewWriter;

/** Serves the operations that many shards answer together, or that the server itself answers. */
final class ManyShardRoutes {

  private final Gateway gateway;
  private final HttpFieldsReader fields;
  private final ErrorResponder refusals;

  ManyShardRoutes(Gateway gateway, HttpFieldsReader fields, ErrorResponder refusals) {
    this.gateway = gateway;
    this.fields = fields;
    this.refusals = refusals;
  }

  void renew(HttpExchange exchange, String name) {
    fields.read(
        exchange,
        Operation.RENEW_MANY,
        name,
        said ->
            BulkRenewal.ask(gateway, exchange.caller, RequestReader.renewals(said))
                .onSuccess(
                    outcomes ->
                        refusals.guard(
                            exchange,
                            () ->
                                exchange.answer(
                                    HttpStatus.OK, json -> BulkRenewal.write(json, outcomes)))));
  }

  void shards(HttpExchange exchange, String name) {
    fields.read(
        exchange,
        Operation.SHARDS,
        name,
        said -> {
          RequestReader.shards(said);
          exchange.answer(HttpStatus.OK, json -> ShardListWriter.write(json, gateway.states()));
        });
  }

  void list(HttpExchange exchange, String name) {
    fields.read(
        exchange,
        Operation.LIST,
        name,
        said ->
            HeldKeyPages.ask(gateway, exchange.caller, RequestReader.listing(said))
                .onSuccess(
                    page ->
                        refusals.guard(
                            exchange,
                            () ->
                                exchange.answer(
                                    HttpStatus.OK,
                                    json -> ViewWriter.page(json, page.keys(), page.cursor()))))
                .onFailure(refused -> exchange.refuse(refusals.problem(refused))));
  }
}
