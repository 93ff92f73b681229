package io.tenure.store;

import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import org.jspecify.annotations.Nullable;

/** What the settings of a Redis mean for what it is to keep. */
final class RedisSettings {

  private final RedisAddress address;

  RedisSettings(RedisAddress address) {
    this.address = address;
  }

  /** Fails, with a remedy, for one that would drop leases when it is full. */
  Future<Void> dropNothing(RedisLine line) {
    return setting(line, "maxmemory-policy")
        .map(
            policy -> {
              if (policy != null && policy.startsWith("allkeys")) {
                throw new Trouble(
                    "Redis at "
                        + address
                        + " drops keys when it is full (maxmemory-policy "
                        + policy
                        + "): set maxmemory-policy noeviction");
              }
              return null;
            });
  }

  /** Whether a Redis that was restarted still has all that it answered before. */
  Future<Boolean> keepAll(RedisLine line) {
    return Future.all(setting(line, "appendonly"), setting(line, "appendfsync"))
        .map(
            settings ->
                !address.failsOver()
                    && "yes".equals(settings.resultAt(0))
                    && "always".equals(settings.resultAt(1)));
  }

  /** Null when Redis does not tell. */
  private static Future<@Nullable String> setting(RedisLine line, String name) {
    return line.tell(Request.cmd(Command.CONFIG).arg("GET").arg(name))
        .map(answer -> answer == null || answer.size() < 2 ? null : answer.get(1).toString());
  }
}
