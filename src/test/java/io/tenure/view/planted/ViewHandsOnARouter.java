package io.tenure.view.planted;

import io.tenure.api.Request;
import io.tenure.shard.ShardRouter;
import io.tenure.shard.call.Call;
import java.util.function.BiFunction;

record ViewHandsOnARouter(ShardRouter router) {
  BiFunction<Integer, Request, Call> way() {
    return router::ask;
  }
}
