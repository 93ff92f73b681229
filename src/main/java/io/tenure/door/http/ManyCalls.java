package io.tenure.door.http;

import io.tenure.door.ManyRenewals;
import io.tenure.door.Pages;
import io.tenure.door.ShardList;
import io.tenure.shard.Leases;
import io.tenure.wire.Op;
import io.tenure.wire.RequestReader;
import io.tenure.wire.ViewWriter;

/** The calls that many shards answer together. */
final class ManyCalls {

  private static final int OK = 200;

  private final Leases leases;
  private final FieldsReader fields;
  private final Refusals refusals;
  private final RequestReader reader;

  ManyCalls(Leases leases, HttpOptions options, FieldsReader fields, Refusals refusals) {
    this.leases = leases;
    this.fields = fields;
    this.refusals = refusals;
    reader = new RequestReader(options.leaseLimits());
  }

  void renew(Exchange exchange, String name) {
    fields.read(
        exchange,
        Op.RENEW_MANY,
        null,
        name,
        said ->
            ManyRenewals.ask(leases, reader.renewals(said))
                .onSuccess(
                    outcomes ->
                        refusals.guard(
                            exchange,
                            () ->
                                exchange.answer(OK, json -> ManyRenewals.write(json, outcomes)))));
  }

  void shards(Exchange exchange, String name) {
    fields.read(
        exchange,
        Op.SHARDS,
        null,
        name,
        said -> {
          reader.shards(said);
          exchange.answer(OK, json -> ShardList.write(json, leases.states()));
        });
  }

  void list(Exchange exchange, String name) {
    fields.read(
        exchange,
        Op.LIST,
        null,
        name,
        said ->
            Pages.ask(leases, reader.listing(said))
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
