package io.tenure.store.redis;

import io.vertx.core.net.NetClientOptions;
import io.vertx.redis.client.ProtocolVersion;
import io.vertx.redis.client.RedisClientType;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.RedisRole;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The address of a Redis, with its user and password:
 *
 * <pre>
 * redis://[user:password@]host[:port][/db]          rediss:// with TLS
 * unix:///path[?user=..&amp;password=..&amp;db=..]
 * redis+sentinel://[user:password@]host[:port],host[:port]/master-name[/db]
 * redis+cluster://[user:password@]host[:port],host[:port]
 * </pre>
 *
 * Sentinel and Cluster are asked with TLS as {@code rediss+sentinel} and {@code rediss+cluster}.
 */
public final class RedisAddress {

  private static final int PORT = 6_379;
  private static final int SENTINEL_PORT = 26_379;
  private static final int PORT_MAX = 65_535;
  private static final String EXAMPLES =
      "write redis://host:port, rediss://host:port, unix:///path,"
          + " redis+sentinel://host:port,host:port/master-name or redis+cluster://host:port,...";

  private final RedisClientType type;
  private final List<String> endpoints;
  private final boolean tls;
  private final @Nullable String user;
  private final @Nullable String password;
  private final @Nullable String masterName;
  private final String shown;

  private RedisAddress(
      RedisClientType type,
      List<String> endpoints,
      boolean tls,
      @Nullable String user,
      @Nullable String password,
      @Nullable String masterName,
      String shown) {
    this.type = type;
    this.endpoints = endpoints;
    this.tls = tls;
    this.user = user;
    this.password = password;
    this.masterName = masterName;
    this.shown = shown;
  }

  /** Throws {@link IllegalArgumentException}, which says what to write instead. */
  public static RedisAddress parse(String text) {
    int colon = text.indexOf("://");
    String scheme = colon < 0 ? "" : text.substring(0, colon);
    String rest = colon < 0 ? "" : text.substring(colon + 3);
    return switch (scheme) {
      case "redis", "rediss" -> hosts(scheme, scheme, rest, RedisClientType.STANDALONE);
      case "redis+sentinel", "rediss+sentinel" ->
          hosts(scheme, scheme.substring(0, scheme.indexOf('+')), rest, RedisClientType.SENTINEL);
      case "redis+cluster", "rediss+cluster" ->
          hosts(scheme, scheme.substring(0, scheme.indexOf('+')), rest, RedisClientType.CLUSTER);
      case "unix" -> socket(rest);
      default ->
          throw new IllegalArgumentException(
              scheme.isEmpty()
                  ? "the Redis address has no scheme; " + EXAMPLES
                  : "the scheme of the Redis address is " + scheme + "; " + EXAMPLES);
    };
  }

  private static RedisAddress hosts(
      String scheme, String plainScheme, String rest, RedisClientType type) {
    int at = rest.lastIndexOf('@');
    String login = at < 0 ? "" : rest.substring(0, at);
    String[] path = rest.substring(at + 1).split("/", -1);
    String master = null;
    String db = "";
    if (type == RedisClientType.SENTINEL) {
      if (path.length < 2 || path[1].isEmpty()) {
        throw new IllegalArgumentException(
            "the Redis address names no master; write redis+sentinel://host:port/master-name");
      }
      master = decoded("master name", path[1]);
      db = path.length > 2 ? path[2] : "";
    } else if (path.length > 1) {
      db = path[1];
    }
    if (type == RedisClientType.CLUSTER && !db.isEmpty()) {
      throw new IllegalArgumentException(
          "the Redis address names database " + db + "; a cluster has none, leave it out");
    }
    String suffix = db.isEmpty() ? "" : "/" + number("database", db, Integer.MAX_VALUE);
    List<String> endpoints = new ArrayList<>();
    for (String host : path[0].split(",", -1)) {
      String endpoint = host(host, type == RedisClientType.SENTINEL ? SENTINEL_PORT : PORT);
      endpoints.add(plainScheme + "://" + endpoint + suffix);
    }
    if (type == RedisClientType.STANDALONE && endpoints.size() > 1) {
      throw new IllegalArgumentException(
          "the Redis address names several hosts; use redis+sentinel:// or redis+cluster://");
    }
    int separator = login.indexOf(':');
    String user = separator < 0 ? login : login.substring(0, separator);
    String password = separator < 0 ? "" : login.substring(separator + 1);
    return new RedisAddress(
        type,
        endpoints,
        plainScheme.equals("rediss"),
        user.isEmpty() ? null : decoded("user", user),
        password.isEmpty() ? null : decoded("password", password),
        master,
        scheme + "://" + rest.substring(at + 1));
  }

  private static RedisAddress socket(String rest) {
    int mark = rest.indexOf('?');
    String path = mark < 0 ? rest : rest.substring(0, mark);
    if (!path.startsWith("/") || path.length() < 2) {
      throw new IllegalArgumentException(
          "the Redis address names no absolute path; write unix:///path/to/redis.sock");
    }
    String user = null;
    String password = null;
    String suffix = "";
    for (String field : mark < 0 ? new String[0] : rest.substring(mark + 1).split("&")) {
      int equals = field.indexOf('=');
      String name = equals < 0 ? field : field.substring(0, equals);
      String given = equals < 0 ? "" : field.substring(equals + 1);
      switch (name) {
        case "user" -> user = decoded("user", given);
        case "password" -> password = decoded("password", given);
        case "db" -> suffix = "?db=" + number("database", given, Integer.MAX_VALUE);
        default ->
            throw new IllegalArgumentException(
                "the Redis address has an unknown field " + name + "; use user, password, db");
      }
    }
    String escaped = URLEncoder.encode(path, StandardCharsets.UTF_8);
    String endpoint = "unix://" + escaped.replace("%2F", "/").replace("+", "%20") + suffix;
    return new RedisAddress(
        RedisClientType.STANDALONE,
        List.of(endpoint),
        false,
        user,
        password,
        null,
        "unix://" + path);
  }

  private static String host(String text, int usualPort) {
    int colon = text.lastIndexOf(':');
    boolean bare = colon < 0 || text.endsWith("]");
    String host = bare ? text : text.substring(0, colon);
    if (host.isEmpty()) {
      throw new IllegalArgumentException("the Redis address names no host; " + EXAMPLES);
    }
    if (host.contains(":") && !host.startsWith("[")) {
      throw new IllegalArgumentException(
          "the host of the Redis address has colons; write an IPv6 address in brackets");
    }
    return host + ":" + (bare ? usualPort : number("port", text.substring(colon + 1), PORT_MAX));
  }

  private static int number(String field, String text, int max) {
    try {
      int number = Integer.parseInt(text);
      if (number >= 0 && number <= max) {
        return number;
      }
    } catch (NumberFormatException none) {
      // Reported below.
    }
    throw new IllegalArgumentException(
        "the " + field + " of the Redis address is " + text + "; use a number up to " + max);
  }

  private static String decoded(String field, String text) {
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException broken) {
      throw new IllegalArgumentException(
          "the " + field + " of the Redis address has a bad percent escape; write % as %25",
          broken);
    }
  }

  /** Whether another Redis may replace this one, with the data that it had been sent by then. */
  boolean failsOver() {
    return type != RedisClientType.STANDALONE;
  }

  boolean sentinel() {
    return type == RedisClientType.SENTINEL;
  }

  boolean cluster() {
    return type == RedisClientType.CLUSTER;
  }

  RedisOptions options(int waitingMax, int connectionsMax) {
    NetClientOptions net = new NetClientOptions().setTcpNoDelay(true).setTcpKeepAlive(true);
    if (tls) {
      net.setSsl(true).setHostnameVerificationAlgorithm("HTTPS");
    }
    RedisOptions options =
        new RedisOptions()
            .setNetClientOptions(net)
            .setType(type)
            .setEndpoints(endpoints)
            .setPreferredProtocolVersion(ProtocolVersion.RESP2)
            .setMaxWaitingHandlers(waitingMax)
            .setMaxPoolSize(connectionsMax)
            .setMaxPoolWaiting(connectionsMax);
    if (user != null) {
      options.setUser(user);
    }
    if (password != null) {
      options.setPassword(password);
    }
    if (masterName != null) {
      options.setMasterName(masterName).setRole(RedisRole.MASTER);
    }
    return options;
  }

  /** Leaves out user and password. */
  @Override
  public String toString() {
    return shown;
  }
}
