package io.tenure.sim.redis;

import io.vertx.redis.client.Request;
import io.vertx.redis.client.impl.RequestImpl;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Converts requests of production to the form of {@link SimRedis}. */
public final class SimRequests {

  private SimRequests() {}

  /** The name of the command, then its arguments. */
  public static byte[][] words(Request request) {
    List<byte[]> arguments = ((RequestImpl) request).getArgs();
    byte[][] words = new byte[arguments.size() + 1][];
    words[0] = request.command().toString().getBytes(StandardCharsets.US_ASCII);
    for (int at = 1; at < words.length; at++) {
      words[at] = arguments.get(at - 1);
    }
    return words;
  }
}
