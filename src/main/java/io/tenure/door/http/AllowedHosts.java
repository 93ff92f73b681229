package io.tenure.door.http;

import io.tenure.api.InvalidFieldException;
import io.vertx.core.net.HostAndPort;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The host names that a server accepts. A page of another site can let its own name point to
 * 127.0.0.1, and then a browser treats both as one site. So a server that listens only on its own
 * machine accepts only the names of that machine and the configured names. An address is always
 * accepted.
 *
 * @param any whether the server accepts every name
 * @param names the configured names, in lower case
 */
public record AllowedHosts(boolean any, List<String> names) {

  public static final AllowedHosts ANY = new AllowedHosts(true, List.of());
  public static final AllowedHosts OWN = new AllowedHosts(false, List.of());

  private static final String OWN_NAME = "localhost";
  private static final String ADDRESS = "[0-9.]+|\\[[0-9a-f:.%]+]|[0-9a-f:.]*:[0-9a-f:.]*";

  public AllowedHosts {
    names = List.copyOf(names);
  }

  /** Throws when the server does not accept the name in the header {@code Host}. */
  void check(@Nullable HostAndPort asked) {
    if (any || asked == null) {
      return;
    }
    String name = asked.host().toLowerCase(Locale.ROOT);
    if (!name.equals(OWN_NAME)
        && !name.endsWith("." + OWN_NAME)
        && !name.matches(ADDRESS)
        && !names.contains(name)) {
      throw new InvalidFieldException(
          "Host",
          "is a name this server does not answer to; use localhost or an address, or list the name"
              + " in http.names");
    }
  }
}
