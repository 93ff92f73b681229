package io.tenure.door;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tenure.api.LeaseId;
import io.tenure.api.RenewalReply;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.shard.call.CallResult;
import io.tenure.wire.OutcomeHttpStatus;
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
 * Renews leases of many shards, and collects one result for each lease in the order of the request.
 * For hundreds of thousands of renewals a second use {@link io.tenure.shard.call.RenewalBatch},
 * which costs less for each renewal. Used on the context of the caller.
 */
public final class BulkRenewal {

  private final RenewalReplyOrProblem[] outcomes;
  private final Promise<List<RenewalReplyOrProblem>> done = Promise.promise();
  private int outstanding;

  private BulkRenewal(int count) {
    outcomes = new RenewalReplyOrProblem[count];
  }

  /**
   * Asks the shards for the renewals. A null in {@code leases} is an id that this server cannot
   * have issued.
   */
  public static Future<List<RenewalReplyOrProblem>> ask(
      AdmittedOperation admitted, List<@Nullable LeaseId> leases) {
    BulkRenewal renewals = new BulkRenewal(leases.size());
    Map<Integer, List<Integer>> placesByShard = new LinkedHashMap<>();
    for (int at = 0; at < leases.size(); at++) {
      LeaseId id = leases.get(at);
      if (id == null) {
        renewals.outcomes[at] = RenewalReplyOrProblem.of(new RenewalReply.NotFound());
      } else {
        placesByShard.computeIfAbsent(admitted.shardOf(id), shard -> new ArrayList<>()).add(at);
      }
    }
    renewals.outstanding = placesByShard.size();
    placesByShard
        .values()
        .forEach(
            positions -> {
              List<LeaseId> some = positions.stream().map(leases::get).toList();
              admitted
                  .ask(new Request.Renew(some))
                  .answer()
                  .onSuccess(answer -> renewals.take(positions, answer));
            });
    if (placesByShard.isEmpty()) {
      renewals.complete();
    }
    return renewals.done.future();
  }

  /** Writes one result for each lease, in the order of the request. */
  public static void write(JsonGenerator json, List<RenewalReplyOrProblem> outcomes)
      throws IOException {
    json.writeArrayFieldStart("results");
    for (RenewalReplyOrProblem outcome : outcomes) {
      json.writeStartObject();
      if (outcome.renewal() instanceof RenewalReply.Renewed renewed) {
        json.writeNumberField("status", OutcomeHttpStatus.OK);
        ReplyWriter.renewed(json, renewed);
      } else if (outcome.problem() != null) {
        json.writeNumberField("status", OutcomeHttpStatus.of(outcome.problem().code()));
        ReplyWriter.refusal(json, outcome.problem());
      }
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void take(List<Integer> positions, CallResult answer) {
    List<RenewalReply> results =
        answer instanceof CallResult.Said said && said.reply() instanceof Reply.Renewed renewed
            ? renewed.results()
            : List.of();
    Problem problem = results.isEmpty() ? ResultProblems.problem(answer) : null;
    for (int at = 0; at < positions.size(); at++) {
      outcomes[positions.get(at)] =
          problem == null
              ? RenewalReplyOrProblem.of(results.get(at))
              : new RenewalReplyOrProblem(null, problem);
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
