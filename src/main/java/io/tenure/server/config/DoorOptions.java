package io.tenure.server.config;

import io.tenure.door.http.AllowedHosts;
import io.tenure.door.http.HttpLimits;
import io.tenure.door.ws.StreamLimits;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The addresses on which a server listens, and the limits of its callers.
 *
 * @param host to listen on
 * @param port to listen on; 0 for any that is free
 * @param ops the port for operators; null when there is none
 * @param names by which callers may ask for it
 * @param http limits of HTTP
 * @param streams limits of streams
 * @param breaking whether operators may end the leases of others
 */
public record DoorOptions(
    String host,
    int port,
    @Nullable OpsPort ops,
    AllowedHosts names,
    HttpLimits http,
    StreamLimits streams,
    boolean breaking) {

  /** Literal addresses and the name for them: another name may lead anywhere. */
  private static final Pattern LOOPBACK =
      Pattern.compile("localhost|127(\\.\\d{1,3}){3}|::1|\\[::1]");

  /** Whether only this machine can reach a server that listens there. */
  static boolean isLoopback(String host) {
    return LOOPBACK.matcher(host).matches();
  }

  /** Returns the hosts that other machines can reach. */
  public List<String> hostsBeyondLoopback() {
    return beyondLoopback(host, ops);
  }

  static List<String> beyondLoopback(String host, @Nullable OpsPort ops) {
    return Stream.of(host, ops == null ? host : ops.host())
        .distinct()
        .filter(each -> !isLoopback(each))
        .toList();
  }
}
