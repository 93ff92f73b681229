package io.tenure.door.http;

import io.vertx.core.Handler;
import io.vertx.core.http.HttpServerRequest;
import java.util.HashMap;
import java.util.Map;

/**
 * The options of the HTTP server.
 *
 * @param port 0 for any free port
 * @param names the host names that the server accepts
 * @param annexes handlers of other packages on the same port, such as a stream or a dashboard, each
 *     by its path, or by the beginning of its paths if that ends in a slash; an annex is called on
 *     the loop of the connection, and from then on answers its request alone
 * @param frameBytes the size of a WebSocket frame to an annex
 * @param store the name of the store of the leases, for people
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
