package io.tenure.view.planted;

import io.tenure.api.Key;
import io.tenure.api.Request;
import io.tenure.shard.ShardRouter;
import io.tenure.shard.call.Call;

record ViewAsksAShard(ShardRouter router) {
  Call ask(Key key) {
    return router.ask(0, new Request.Look(key));
  }
}
