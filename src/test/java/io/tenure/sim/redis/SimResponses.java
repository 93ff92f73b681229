package io.tenure.sim.redis;

import io.vertx.core.buffer.Buffer;
import io.vertx.redis.client.Response;
import io.vertx.redis.client.ResponseType;
import io.vertx.redis.client.impl.types.ErrorType;
import io.vertx.redis.client.impl.types.MultiType;
import io.vertx.redis.client.impl.types.NumberType;
import io.vertx.redis.client.impl.types.SimpleStringType;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Converts replies of {@link SimRedis} to those of production's Redis client. */
public final class SimResponses {

  /** A bulk text without a copy; the client's own is a copy in a buffer of Netty. */
  private record Bulk(byte[] octets) implements Response {

    @Override
    public ResponseType type() {
      return ResponseType.BULK;
    }

    @Override
    public String toString() {
      return toString(StandardCharsets.UTF_8);
    }

    @Override
    public String toString(Charset charset) {
      return new String(octets, charset);
    }

    @Override
    public byte[] toBytes() {
      return octets;
    }

    @Override
    public Buffer toBuffer() {
      return Buffer.buffer(octets);
    }
  }

  private SimResponses() {}

  /** An error is a {@code Throwable} as well: production sees it as a failed future. */
  public static @Nullable Response of(@Nullable Object reply) {
    if (reply == null) {
      return null;
    }
    if (reply instanceof byte[] bulk) {
      return new Bulk(bulk);
    }
    if (reply instanceof Long number) {
      return NumberType.create(number);
    }
    if (reply instanceof String status) {
      return SimpleStringType.create(status);
    }
    if (reply instanceof SimRedisError error) {
      return ErrorType.create(error.message());
    }
    List<?> all = (List<?>) reply;
    if (all.isEmpty()) {
      return MultiType.EMPTY_MULTI;
    }
    MultiType multi = MultiType.create(all.size(), false);
    all.forEach(each -> multi.add(of(each)));
    return multi;
  }
}
