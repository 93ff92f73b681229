package io.tenure.store.redis;

import io.vertx.core.Future;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import org.jspecify.annotations.Nullable;

/** A connection to one Redis, on which calls arrive in the order in which they are sent. */
interface OrderedConnection {

  /** The answer of Redis about itself; null when Redis refuses one. */
  Future<@Nullable Response> tell(Request request);

  /** For answers of megabytes, a few at a time: other shards' calls come in between. */
  Future<Response> askInBulk(Request request);

  Future<Response> run(ScriptRun call);

  Future<Response> runInBulk(ScriptRun call);

  /** Succeeds only when enough replicas have it, too. */
  Future<Response> runDurably(ScriptRun call);

  /** The same, when a late answer is worth nothing; 0 is as long as for any call. */
  Future<Response> runInTime(ScriptRun call, long millis);
}
