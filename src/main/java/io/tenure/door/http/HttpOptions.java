package io.tenure.door.http;

import io.tenure.door.AnnexRoute;
import io.vertx.core.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The options of the HTTP server.
 *
 * @param address the address to listen on
 * @param names the host names that the server accepts
 * @param annexes paths of other packages on the same port, such as a stream or a dashboard; of two
 *     that match a path, the first serves it
 * @param frameBytes the size of a WebSocket frame to an annex
 * @param forOperators whether the port serves only the health, the annexes and the operations of
 *     operators
 */
public record HttpOptions(
    SocketAddress address,
    HttpLimits limits,
    AllowedHosts names,
    List<AnnexRoute> annexes,
    int frameBytes,
    StoreInfo store,
    boolean forOperators) {

  public static final int PORT = 7420;

  public static final HttpOptions DEFAULT =
      new HttpOptions(
          SocketAddress.inetSocketAddress(PORT, "127.0.0.1"),
          HttpLimits.DEFAULT,
          AllowedHosts.OWN,
          List.of(),
          65_536,
          StoreInfo.UNNAMED,
          false);

  private static final AtomicInteger RANDOM_PORTS = new AtomicInteger();

  public HttpOptions {
    annexes = List.copyOf(annexes);
  }

  /** {@code port}: 0 for any free port, which all loops then share. */
  public HttpOptions withAddress(String host, int port) {
    SocketAddress wanted =
        port == 0
            ? SocketAddress.sharedRandomPort(RANDOM_PORTS.incrementAndGet(), host)
            : SocketAddress.inetSocketAddress(port, host);
    return new HttpOptions(wanted, limits, names, annexes, frameBytes, store, forOperators);
  }

  public HttpOptions withLimits(HttpLimits wanted) {
    return new HttpOptions(address, wanted, names, annexes, frameBytes, store, forOperators);
  }

  public HttpOptions withNames(AllowedHosts wanted) {
    return new HttpOptions(address, limits, wanted, annexes, frameBytes, store, forOperators);
  }

  public HttpOptions withAnnex(AnnexRoute annex) {
    return withAnnexes(List.of(annex));
  }

  public HttpOptions withAnnexes(List<AnnexRoute> further) {
    List<AnnexRoute> more = new ArrayList<>(annexes);
    more.addAll(further);
    return new HttpOptions(address, limits, names, more, frameBytes, store, forOperators);
  }

  public HttpOptions withFrameBytes(int wanted) {
    return new HttpOptions(address, limits, names, annexes, wanted, store, forOperators);
  }

  public HttpOptions withStore(StoreInfo info) {
    return new HttpOptions(address, limits, names, annexes, frameBytes, info, forOperators);
  }

  public HttpOptions onlyForOperators() {
    return new HttpOptions(address, limits, names, annexes, frameBytes, store, true);
  }
}
