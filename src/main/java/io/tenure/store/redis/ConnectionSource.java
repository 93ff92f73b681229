package io.tenure.store.redis;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.function.Function;

/** The connections of one server to Redis. */
interface ConnectionSource {

  /**
   * Redis reads 16 kB from a connection, and fsyncs the data, before it reads on: batches of many
   * shards on one connection would wait for each other's disk. So many are enough for a few hundred
   * thousand grants a second, and few enough for any Redis.
   */
  int LANES = 32;

  /** For calls that must not wait behind a batch, nor for the replicas of a batch. */
  int COMMON = LANES;

  /** For calls that need replicas, and are worth nothing when they are late. */
  int EXTENSIONS = LANES + 1;

  /**
   * Does {@code work} on the caller's connection of this lane: below {@link #LANES} for durable
   * changes, {@link #COMMON}, or {@link #EXTENSIONS}. Completes on the context of the caller.
   */
  <T> Future<T> on(int lane, Function<OrderedConnection, Future<T>> work);

  /** A promise that completes on the context of the caller. */
  <T> Promise<T> promise();

  /** Completes so much later, on the context of the caller. */
  Future<Void> pause(long millis);

  /** Closes all connections: calls under way fail. */
  Future<Void> close();
}
