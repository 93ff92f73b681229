package io.tenure.client;

import io.tenure.api.InvalidFieldException;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How to reach the servers, and who asks. Each {@code with...} returns other options.
 *
 * @param servers an active one and those that stand by, in any order
 * @param authorization a bearer token, null for none
 * @param holder whose the leases are, unless a claim names somebody else
 * @param timeout of a call, beyond what it is asked to wait
 * @param stream whether to keep a stream for renewals and what is told unasked; without, and
 *     wherever it cannot be had, everything goes over plain HTTP
 */
public record ClientOptions(
    List<URI> servers,
    @Nullable String authorization,
    String holder,
    Duration timeout,
    boolean stream) {

  public static final String STANDARD_ADDRESS = "http://127.0.0.1:7420";

  /** What may stand in a header as it is. */
  private static final String CREDENTIAL = "[\\x21-\\x7e]+";

  public static final Duration TIMEOUT_STANDARD = Duration.ofSeconds(5);

  public ClientOptions {
    servers = List.copyOf(servers);
    if (servers.isEmpty()) {
      throw new InvalidFieldException(
          "address", "is missing; name a server such as " + STANDARD_ADDRESS);
    }
    if (authorization != null && !authorization.matches(CREDENTIAL)) {
      throw new InvalidFieldException(
          "authorization",
          "has a line break, a blank or another character that no header can carry; use the token"
              + " alone, without what a file may have at its end");
    }
    if (timeout.isNegative() || timeout.isZero()) {
      throw new InvalidFieldException("timeout", "is " + timeout + "; use more than nothing");
    }
  }

  /** One address such as {@code http://127.0.0.1:7420}, or several with commas between. */
  public static ClientOptions of(String addresses) {
    List<URI> servers = Arrays.stream(addresses.split(",")).map(ClientOptions::server).toList();
    return new ClientOptions(servers, null, standardHolder(), TIMEOUT_STANDARD, true);
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

  /** Plain HTTP only. */
  public ClientOptions withoutStream() {
    return new ClientOptions(servers, authorization, holder, timeout, false);
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
      // Said below.
    }
    throw new InvalidFieldException(
        "address", "is " + text + "; use one such as " + STANDARD_ADDRESS);
  }

  /** Tells people which process it is. */
  private static String standardHolder() {
    return HostName.present() + "/" + ProcessHandle.current().pid();
  }

  /** Without the credential. */
  @Override
  public String toString() {
    return "ClientOptions[servers=" + servers + ", holder=" + holder + ", stream=" + stream + "]";
  }
}
