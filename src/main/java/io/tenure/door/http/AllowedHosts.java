package io.tenure.door.http;

import io.tenure.api.InvalidFieldException;
import io.vertx.core.http.HttpVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The host names that a server accepts. A page of another site can let its own name point to the
 * address of a server, and then a browser treats both as one site. So a server accepts only names
 * that no such page can have: those of its own machine, and the configured names. An address is
 * always accepted.
 *
 * @param any whether the server accepts every name
 * @param machine whether the server adds the names of its machine when it starts
 * @param names the accepted names, in lower case
 */
public record AllowedHosts(boolean any, boolean machine, List<String> names) {

  public static final AllowedHosts ANY = new AllowedHosts(true, false, List.of());
  public static final AllowedHosts OWN = new AllowedHosts(false, false, List.of());

  private static final String FIELD = "Host";
  private static final String OWN_NAME = "localhost";

  /** A name or an address, with a port or without. */
  private static final Pattern HOST =
      Pattern.compile(
          "([a-z0-9._-]+|\\[[0-9a-f:.]+(?:%[a-z0-9._~%-]+)?])(?::[0-9]*)?",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|\\[.*");

  public AllowedHosts {
    names = List.copyOf(names);
  }

  public static AllowedHosts named(List<String> names) {
    return new AllowedHosts(false, false, names);
  }

  /** Returns the hosts of a server that adds the names of its machine to these when it starts. */
  public static AllowedHosts ofMachine(List<String> names) {
    return new AllowedHosts(false, true, names);
  }

  /** Whether the text is an address, and so no name: IPv4, or IPv6 with brackets or without. */
  public static boolean isAddress(String host) {
    return host.indexOf(':') >= 0 || ADDRESS.matcher(host).matches();
  }

  public AllowedHosts with(List<String> more) {
    List<String> all = new ArrayList<>(names);
    more.forEach(name -> all.add(name.toLowerCase(Locale.ROOT)));
    return new AllowedHosts(any, machine, all.stream().distinct().toList());
  }

  /**
   * Throws unless a request has one header {@code Host}, with a name that the server accepts.
   * HTTP/1.0 does not need the header, and no browser speaks it.
   *
   * @param given the values of the header
   */
  void check(HttpVersion version, List<String> given) {
    if (given.isEmpty()) {
      if (version != HttpVersion.HTTP_1_0) {
        throw new InvalidFieldException(
            FIELD, "is missing; send the name or the address of this server");
      }
      return;
    }
    if (given.size() > 1) {
      throw new InvalidFieldException(
          FIELD, "is there %d times; send it once".formatted(given.size()));
    }
    Matcher host = HOST.matcher(given.get(0));
    if (!host.matches()) {
      throw new InvalidFieldException(
          FIELD,
          "cannot be read; send a name or an address, with a port if there is one, such as"
              + " localhost:7420");
    }
    if (!any && !accepts(host.group(1).toLowerCase(Locale.ROOT))) {
      throw new InvalidFieldException(
          FIELD,
          "is a name this server does not answer to; use localhost or an address, or list the name"
              + " in http.names");
    }
  }

  private boolean accepts(String name) {
    return name.equals(OWN_NAME)
        || name.endsWith("." + OWN_NAME)
        || ADDRESS.matcher(name).matches()
        || names.contains(name);
  }
}
