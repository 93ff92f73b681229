package io.tenure.door.http;

import io.tenure.api.Operation;
import io.tenure.door.BulkRenewal;
import io.tenure.door.HeldKeyPages;
import io.tenure.door.ShardListWriter;
import io.tenure.shard.ShardRouter;
import io.tenure.wire.RequestReader;
import io.tenure.wire.ViewWriter;

/** The calls that many shards answer together. */
final class ManyShardRoutes {

  private static final int OK = 200;

  private final ShardRouter router;
  private final HttpFieldsReader fields;
  private final ErrorResponder refusals;
  private final RequestReader reader;

  ManyShardRoutes(
      ShardRouter router, HttpOptions options, HttpFieldsReader fields, ErrorResponder refusals) {
    this.router = router;
    this.fields = fields;
    this.refusals = refusals;
    reader = new RequestReader(options.leaseLimits());
  }

  void renew(HttpExchange exchange, String name) {
    fields.read(
        exchange,
        Operation.RENEW_MANY,
        null,
        name,
        said ->
            BulkRenewal.ask(router, reader.renewals(said))
                .onSuccess(
                    outcomes ->
                        refusals.guard(
                            exchange,
                            () -> exchange.answer(OK, json -> BulkRenewal.write(json, outcomes)))));
  }

  void shards(HttpExchange exchange, String name) {
    fields.read(
        exchange,
        Operation.SHARDS,
        null,
        name,
        said -> {
          reader.shards(said);
          exchange.answer(OK, json -> ShardListWriter.write(json, router.states()));
        });
  }

  void list(HttpExchange exchange, String name) {
    fields.read(
        exchange,
        Operation.LIST,
        null,
        name,
        said ->
            HeldKeyPages.ask(router, reader.listing(said))
                .onSuccess(
                    page ->
                        refusals.guard(
                            exchange,
                            () ->
                                exchange.answer(
                                    OK, json -> ViewWriter.page(json, page.keys(), page.cursor()))))
                .onFailure(refused -> exchange.refuse(refusals.problem(refused))));
  }
}
