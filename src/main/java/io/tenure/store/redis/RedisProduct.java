package io.tenure.store.redis;

import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;

/** Asks a Redis for its name and version, and remembers the last answer. */
final class RedisProduct {

  private static final long ASK_EVERY_NANOS = 1_000_000_000L;
  private static final Pattern VALKEY = Pattern.compile("\\bvalkey_version:([\\w.-]{1,40})");
  private static final Pattern REDIS = Pattern.compile("\\bredis_version:([\\w.-]{1,40})");

  private final LongSupplier nanoTime;
  private final AtomicLong askedNanos;
  private volatile String known = "";

  RedisProduct(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    askedNanos = new AtomicLong(nanoTime.getAsLong());
  }

  /** Such as {@code Redis 7.0.15}; empty as long as no Redis has told. */
  String known() {
    return known;
  }

  /** Whether the answer is so old that another Redis may have taken its place. */
  boolean isDue() {
    long asked = askedNanos.get();
    long now = nanoTime.getAsLong();
    return now - asked >= ASK_EVERY_NANOS && askedNanos.compareAndSet(asked, now);
  }

  /** Succeeds also when Redis does not tell. */
  Future<Void> ask(OrderedConnection connection) {
    return connection
        .tell(Request.cmd(Command.INFO).arg("server"))
        .onSuccess(answer -> known = answer == null ? "" : name(answer.toString()))
        .transform(answered -> Future.succeededFuture());
  }

  /** Valkey also reports the version of the Redis with which it is compatible. */
  static String name(String info) {
    var valkey = VALKEY.matcher(info);
    var redis = REDIS.matcher(info);
    if (valkey.find()) {
      return "Valkey " + valkey.group(1);
    }
    return redis.find() ? "Redis " + redis.group(1) : "";
  }
}
