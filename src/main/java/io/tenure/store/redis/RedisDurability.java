package io.tenure.store.redis;

import io.tenure.store.StoreUnavailableException;
import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Reads from the settings of a Redis how durable its data is. */
final class RedisDurability {

  private static final long ASK_EVERY_NANOS = 1_000_000_000L;

  private final RedisAddress address;
  private final LongSupplier nanoTime;

  /** The last known setting; an operator may change it while Redis runs. */
  private volatile boolean keepsAll;

  private final AtomicLong askedNanos;

  RedisDurability(RedisAddress address, LongSupplier nanoTime) {
    this.address = address;
    this.nanoTime = nanoTime;
    askedNanos = new AtomicLong(nanoTime.getAsLong());
  }

  /** Fails, with a remedy, for a Redis that would drop leases when it is full. */
  Future<Void> dropNothing(OrderedConnection connection) {
    return setting(connection, "maxmemory-policy")
        .map(
            policy -> {
              if (policy != null && policy.startsWith("allkeys")) {
                throw new StoreUnavailableException(
                    "Redis at "
                        + address
                        + " drops keys when it is full (maxmemory-policy "
                        + policy
                        + "): set maxmemory-policy noeviction");
              }
              return null;
            });
  }

  /** Whether a Redis that is restarted now still has all that it acknowledged before. */
  Future<Boolean> keepAll(OrderedConnection connection) {
    askedNanos.set(nanoTime.getAsLong());
    return Future.all(
            setting(connection, "appendonly"),
            setting(connection, "appendfsync"),
            setting(connection, "no-appendfsync-on-rewrite"))
        .map(
            settings ->
                !address.failsOver()
                    && "yes".equals(settings.resultAt(0))
                    && "always".equals(settings.resultAt(1))
                    && "no".equals(settings.resultAt(2)))
        .onSuccess(keeps -> keepsAll = keeps);
  }

  /** The same as of the last second or two, without a wait for the answer. */
  boolean keptAll(OrderedConnection connection) {
    long asked = askedNanos.get();
    long now = nanoTime.getAsLong();
    if (now - asked >= ASK_EVERY_NANOS && askedNanos.compareAndSet(asked, now)) {
      keepAll(connection);
    }
    return keepsAll;
  }

  /** Null when Redis does not report it. */
  private static Future<@Nullable String> setting(OrderedConnection connection, String name) {
    return connection
        .tell(Request.cmd(Command.CONFIG).arg("GET").arg(name))
        .map(answer -> answer == null || answer.size() < 2 ? null : answer.get(1).toString());
  }
}
