package io.tenure.door.http;

import io.vertx.core.Handler;
import io.vertx.core.http.HttpServerRequest;
import java.util.HashMap;
import java.util.Map;

/**
 * How the door is to be opened.
 *
 * @param port 0 for any that is free
 * @param names by which the server may be asked for
 * @param annexes by path, or by all that starts with a path that ends in a slash: what others serve
 *     on the same port, such as a stream or a dashboard; each is called on the loop of the
 *     connection, and from then on answers for its request alone
 * @param frameBytes of a WebSocket frame that comes to an annex
 * @param store what keeps the leases, as people call it
 */
public record HttpOptions(
    String host,
    int port,
    HttpLimits limits,
    AllowedHosts names,
    Map<String, Handler<HttpServerRequest>> annexes,
    int frameBytes,
    String store) {

  public static final int PORT = 7420;

  public static final HttpOptions STANDARD =
      new HttpOptions(
          "127.0.0.1", PORT, HttpLimits.STANDARD, AllowedHosts.OWN, Map.of(), 65_536, "");

  public HttpOptions {
    annexes = Map.copyOf(annexes);
  }

  public HttpOptions withAddress(String newHost, int newPort) {
    return new HttpOptions(newHost, newPort, limits, names, annexes, frameBytes, store);
  }

  public HttpOptions withLimits(HttpLimits wanted) {
    return new HttpOptions(host, port, wanted, names, annexes, frameBytes, store);
  }

  public HttpOptions withNames(AllowedHosts wanted) {
    return new HttpOptions(host, port, limits, wanted, annexes, frameBytes, store);
  }

  public HttpOptions withAnnex(String path, Handler<HttpServerRequest> annex) {
    return withAnnexes(Map.of(path, annex));
  }

  public HttpOptions withAnnexes(Map<String, Handler<HttpServerRequest>> further) {
    Map<String, Handler<HttpServerRequest>> more = new HashMap<>(annexes);
    more.putAll(further);
    return new HttpOptions(host, port, limits, names, more, frameBytes, store);
  }

  public HttpOptions withFrameBytes(int wanted) {
    return new HttpOptions(host, port, limits, names, annexes, wanted, store);
  }

  public HttpOptions withStore(String name) {
    return new HttpOptions(host, port, limits, names, annexes, frameBytes, name);
  }
}
