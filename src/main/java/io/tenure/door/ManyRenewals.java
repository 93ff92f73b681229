package io.tenure.door;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tenure.core.Handle;
import io.tenure.core.Renewal;
import io.tenure.core.Reply;
import io.tenure.core.Request;
import io.tenure.shard.Answer;
import io.tenure.shard.Leases;
import io.tenure.wire.Problem;
import io.tenure.wire.ReplyWriter;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Renews leases of many shards and tells what became of each, in the order asked. Of hundreds of
 * thousands a second, {@link io.tenure.shard.RenewalBatch} makes less of a story. Used on the
 * context that asks.
 */
public final class ManyRenewals {

  private static final int OK = 200;

  private final Outcome[] outcomes;
  private final Promise<List<Outcome>> done = Promise.promise();
  private int outstanding;

  private ManyRenewals(int count) {
    outcomes = new Outcome[count];
  }

  /** Null stands for an id that cannot be one of ours. */
  public static Future<List<Outcome>> ask(Leases leases, List<@Nullable Handle> handles) {
    ManyRenewals renewals = new ManyRenewals(handles.size());
    Map<Integer, List<Integer>> placesByShard = new LinkedHashMap<>();
    for (int at = 0; at < handles.size(); at++) {
      Handle handle = handles.get(at);
      if (handle == null) {
        renewals.outcomes[at] = Outcome.of(new Renewal.Unknown());
      } else {
        placesByShard.computeIfAbsent(leases.shardOf(handle), shard -> new ArrayList<>()).add(at);
      }
    }
    renewals.outstanding = placesByShard.size();
    placesByShard.forEach(
        (shard, places) -> {
          List<Handle> some = places.stream().map(handles::get).toList();
          leases
              .ask(shard, new Request.Renew(some))
              .answer()
              .onSuccess(answer -> renewals.take(places, answer));
        });
    if (placesByShard.isEmpty()) {
      renewals.complete();
    }
    return renewals.done.future();
  }

  /** One result for each lease, in the order asked. */
  public static void write(JsonGenerator json, List<Outcome> outcomes) throws IOException {
    json.writeArrayFieldStart("results");
    for (Outcome outcome : outcomes) {
      json.writeStartObject();
      if (outcome.renewal() instanceof Renewal.Renewed renewed) {
        json.writeNumberField("status", OK);
        ReplyWriter.renewed(json, renewed);
      } else if (outcome.problem() != null) {
        json.writeNumberField("status", outcome.problem().code().status());
        ReplyWriter.refusal(json, outcome.problem());
      }
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void take(List<Integer> places, Answer answer) {
    List<Renewal> results =
        answer instanceof Answer.Said said && said.reply() instanceof Reply.Renewed renewed
            ? renewed.results()
            : List.of();
    Problem problem = results.isEmpty() ? Answers.problem(answer) : null;
    for (int at = 0; at < places.size(); at++) {
      outcomes[places.get(at)] =
          problem == null ? Outcome.of(results.get(at)) : new Outcome(null, problem);
    }
    outstanding--;
    if (outstanding == 0) {
      complete();
    }
  }

  private void complete() {
    done.complete(List.of(outcomes));
  }
}
