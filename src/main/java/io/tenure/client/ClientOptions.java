package io.tenure.client;

import io.tenure.api.InvalidFieldException;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The addresses of the servers, and the defaults of one client. Each {@code with...} method returns
 * other options.
 *
 * @param servers an active server and its standbys, in any order
 * @param authorization a bearer token, null for none; goes over https only, or to this machine
 * @param holder the holder of the leases, unless a claim names another one
 * @param timeout of a call, beyond the wait that the call asks for
 * @param stream whether to keep a stream for renewals and pushed messages; without a stream, and
 *     wherever none can be had, everything goes over plain HTTP
 */
public record ClientOptions(
    List<URI> servers,
    @Nullable String authorization,
    String holder,
    Duration timeout,
    boolean stream) {

  public static final String ADDRESS_DEFAULT = "http://127.0.0.1:7420";

  /** Literal addresses and the name for them: another name may lead anywhere. */
  private static final Pattern LOOPBACK =
      Pattern.compile("localhost|127(\\.\\d{1,3}){3}|\\[(::1|(0{1,4}:){7}0{0,3}1)]");

  /** The characters that may appear in a header unescaped. */
  private static final String CREDENTIAL = "[\\x21-\\x7e]+";

  public static final Duration TIMEOUT_DEFAULT = Duration.ofSeconds(5);

  public ClientOptions {
    servers = List.copyOf(servers);
    if (servers.isEmpty()) {
      throw new InvalidFieldException(
          "address", "is missing; name a server such as " + ADDRESS_DEFAULT);
    }
    if (authorization != null && !authorization.matches(CREDENTIAL)) {
      throw new InvalidFieldException(
          "authorization",
          "has a line break, a blank or another character that no header can carry; use the token"
              + " alone, without what a file may have at its end");
    }
    if (authorization != null) {
      servers.forEach(ClientOptions::ensureSecret);
    }
    if (timeout.isNegative() || timeout.isZero()) {
      throw new InvalidFieldException("timeout", "is " + timeout + "; use more than 0");
    }
  }

  /** Reads one address such as {@code http://127.0.0.1:7420}, or several with commas between. */
  public static ClientOptions of(String addresses) {
    List<URI> servers = Arrays.stream(addresses.split(",")).map(ClientOptions::server).toList();
    return new ClientOptions(servers, null, defaultHolder(), TIMEOUT_DEFAULT, true);
  }

  public ClientOptions withAuthorization(@Nullable String token) {
    return new ClientOptions(servers, token, holder, timeout, stream);
  }

  public ClientOptions withHolder(String name) {
    return new ClientOptions(servers, authorization, name, timeout, stream);
  }

  public ClientOptions withTimeout(Duration longest) {
    return new ClientOptions(servers, authorization, holder, longest, stream);
  }

  /** Uses plain HTTP only. */
  public ClientOptions withoutStream() {
    return new ClientOptions(servers, authorization, holder, timeout, false);
  }

  /** Every machine on the way could read a credential that goes over plain HTTP. */
  private static void ensureSecret(URI server) {
    String host = String.valueOf(server.getHost()).toLowerCase(Locale.ROOT);
    if (!"https".equals(server.getScheme()) && !LOOPBACK.matcher(host).matches()) {
      throw new InvalidFieldException(
          "authorization",
          "would go over plain http to "
              + host
              + ", for every machine on the way to read; use an address with https://, or send no"
              + " credential");
    }
  }

  private static URI server(String address) {
    String text = address.strip();
    String whole = text.contains("://") ? text : "http://" + text;
    try {
      URI uri = URI.create(whole.replaceAll("/+$", ""));
      boolean http = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
      if (http && uri.getHost() != null && uri.getQuery() == null && uri.getFragment() == null) {
        return uri;
      }
    } catch (IllegalArgumentException unreadable) {
      // Reported below.
    }
    throw new InvalidFieldException(
        "address", "is " + text + "; use one such as " + ADDRESS_DEFAULT);
  }

  /** A name by which people recognise the process. */
  private static String defaultHolder() {
    return HostName.present() + "/" + ProcessHandle.current().pid();
  }

  /** Leaves out the credential. */
  @Override
  public String toString() {
    return "ClientOptions[servers=" + servers + ", holder=" + holder + ", stream=" + stream + "]";
  }
}
