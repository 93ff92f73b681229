package io.tenure.view;

import io.tenure.api.Key;
import io.tenure.api.Outcome;
import io.tenure.api.PerShardReply;
import io.tenure.api.PerShardRequest.Query;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.door.AdmittedOperation;
import io.tenure.shard.call.CallResult;
import io.tenure.wire.JsonObjectWriter;
import io.tenure.wire.Problem;
import io.tenure.wire.ProblemException;
import io.vertx.core.Future;

/** Collects all that the server knows about one key. */
final class KeyDetails {

  private KeyDetails() {}

  /** Fails when this server does not serve the shard at the moment. */
  static Future<JsonObjectWriter.Body> of(AdmittedOperation admitted, Key key) {
    int shard = admitted.shardOf(key);
    Future<CallResult> state = admitted.ask(new Request.Look(key)).answer();
    Future<CallResult> past = admitted.ask(shard, new Query.Recall(key)).answer();
    Future<CallResult> fence = admitted.ask(new Request.ReadFence(key.toString())).answer();
    return Future.join(state, past, fence)
        .compose(
            all -> {
              Reply.KeyState now = ExpectedReply.as(Reply.KeyState.class, state.result());
              PerShardReply.Recalled before =
                  ExpectedReply.as(PerShardReply.Recalled.class, past.result());
              Reply.FenceMark mark = ExpectedReply.as(Reply.FenceMark.class, fence.result());
              return now == null || before == null
                  ? Future.failedFuture(new ProblemException(notServed(shard)))
                  : Future.succeededFuture(
                      DashboardJson.page(shard, now, before, mark == null ? 0 : mark.token()));
            });
  }

  private static Problem notServed(int shard) {
    return Problem.of(Outcome.UNAVAILABLE, "shard " + shard + " is not served here now")
        .retryAfter(Problem.RETRY_LATER_MILLIS);
  }
}
