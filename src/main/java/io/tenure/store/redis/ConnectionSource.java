package io.tenure.store.redis;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.function.Function;

/** The ways of one server to Redis. */
interface ConnectionSource {

  /**
   * Redis reads 16 kB from a connection, and fsyncs what it has read, before it reads on: batches
   * of many shards on one connection would wait for each other's disk. So many are enough for a few
   * hundred thousand grants a second, and few enough for any Redis.
   */
  int LANES = 32;

  /** What is not to wait behind a batch, nor for the replicas that have to have it. */
  int COMMON = LANES;

  /** What replicas have to have, and is worth nothing when it is late. */
  int EXTENSIONS = LANES + 1;

  /**
   * Does {@code work} on the line of the asker for this lane, below {@link #LANES} for what has to
   * be durable, {@link #COMMON}, or {@link #EXTENSIONS}. Completes on the context of the asker.
   */
  <T> Future<T> on(int lane, Function<OrderedConnection, Future<T>> work);

  /** One that completes on the context of the asker. */
  <T> Promise<T> promise();

  /** Completes so much later, on the context of the asker. */
  Future<Void> pause(long millis);

  /** Closes all of them: calls under way fail. */
  Future<Void> close();
}
