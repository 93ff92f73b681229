package io.tenure.view;

import io.tenure.core.Key;
import io.tenure.core.Reply;
import io.tenure.core.Request;
import io.tenure.shard.Answer;
import io.tenure.shard.Leases;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;

/** Everything there is to know about one key. */
final class KeyPage {

  private KeyPage() {}

  /** Fails when the shard is not served here at the moment. */
  static Future<JsonObject> of(Leases leases, Key key) {
    int shard = leases.shardOf(key);
    Future<Answer> state = leases.ask(shard, new Request.Look(key)).answer();
    Future<Answer> past = leases.ask(shard, new Request.Recall(key)).answer();
    String name = key.toString();
    Future<Answer> fence = leases.ask(leases.shardOf(name), new Request.ReadFence(name)).answer();
    return Future.join(state, past, fence)
        .compose(
            all -> {
              Reply.KeyState now = Answered.as(Reply.KeyState.class, state.result());
              Reply.Recalled before = Answered.as(Reply.Recalled.class, past.result());
              Reply.FenceMark mark = Answered.as(Reply.FenceMark.class, fence.result());
              return now == null || before == null
                  ? Future.failedFuture("shard " + shard + " is not served here now")
                  : Future.succeededFuture(
                      Rows.page(now, before)
                          .put("shard", shard)
                          .put("mark", mark == null ? null : mark.token()));
            });
  }
}
