package io.tenure.door.http;

import io.tenure.door.AnnexRoute;
import java.util.ArrayList;
import java.util.List;

/**
 * The options of the HTTP server.
 *
 * @param port 0 for any free port
 * @param names the host names that the server accepts
 * @param annexes paths of other packages on the same port, such as a stream or a dashboard; of two
 *     that match a path, the first serves it
 * @param frameBytes the size of a WebSocket frame to an annex
 * @param store the name of the store of the leases, for people
 */
public record HttpOptions(
    String host,
    int port,
    HttpLimits limits,
    AllowedHosts names,
    List<AnnexRoute> annexes,
    int frameBytes,
    String store) {

  public static final int PORT = 7420;

  public static final HttpOptions DEFAULT =
      new HttpOptions(
          "127.0.0.1", PORT, HttpLimits.DEFAULT, AllowedHosts.OWN, List.of(), 65_536, "");

  public HttpOptions {
    annexes = List.copyOf(annexes);
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

  public HttpOptions withAnnex(AnnexRoute annex) {
    return withAnnexes(List.of(annex));
  }

  public HttpOptions withAnnexes(List<AnnexRoute> further) {
    List<AnnexRoute> more = new ArrayList<>(annexes);
    more.addAll(further);
    return new HttpOptions(host, port, limits, names, more, frameBytes, store);
  }

  public HttpOptions withFrameBytes(int wanted) {
    return new HttpOptions(host, port, limits, names, annexes, wanted, store);
  }

  public HttpOptions withStore(String name) {
    return new HttpOptions(host, port, limits, names, annexes, frameBytes, name);
  }
}
