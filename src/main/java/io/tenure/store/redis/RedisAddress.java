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
import java.util.Locale;
import java.util.regex.Pattern;
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
 *
 * <p>Its text is shown without user and password. So each part of the text behind them has a form
 * in which no password can hide, and no refusal repeats a part of an address: in an address with a
 * mistake any part may be the password.
 */
public final class RedisAddress {

  private static final int PORT = 6_379;
  private static final int SENTINEL_PORT = 26_379;
  private static final int PORT_MAX = 65_535;
  private static final String EXAMPLES =
      "write redis://host:port, rediss://host:port, unix:///path,"
          + " redis+sentinel://host:port,host:port/master-name or redis+cluster://host:port,...";
  private static final String LOGIN =
      "; a login is written user:password@ before the host, with @ : / ? # % in it as %40 %3A %2F"
          + " %3F %23 %25";

  private static final Pattern HOST =
      Pattern.compile("[A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+(%[A-Za-z0-9._-]+)?]");
  private static final Pattern MASTER_NAME = Pattern.compile("[A-Za-z0-9._-]+");
  private static final Pattern FIELDS = Pattern.compile("[?&](user|username|password|db)=");

  /** A login that is written where the path of a socket belongs. */
  private static final Pattern LOGIN_IN_PATH = Pattern.compile(":.*@|(user|password)=");

  /** The name and the password that a Redis asks for; null for none. */
  private record Login(@Nullable String user, @Nullable String password) {

    private static Login of(String text) {
      int separator = text.indexOf(':');
      String user = separator < 0 ? text : text.substring(0, separator);
      String password = separator < 0 ? "" : text.substring(separator + 1);
      return new Login(
          user.isEmpty() ? null : decoded("user", user),
          password.isEmpty() ? null : decoded("password", password));
    }

    @Override
    public String toString() {
      return "Login";
    }
  }

  private final RedisClientType type;
  private final List<String> endpoints;
  private final boolean tls;
  private final Login login;
  private final @Nullable String masterName;
  private final String shown;

  private RedisAddress(
      RedisClientType type,
      List<String> endpoints,
      boolean tls,
      Login login,
      @Nullable String masterName,
      String shown) {
    this.type = type;
    this.endpoints = endpoints;
    this.tls = tls;
    this.login = login;
    this.masterName = masterName;
    this.shown = shown;
  }

  /** Throws {@link IllegalArgumentException}, which says what to write instead. */
  public static RedisAddress parse(String text) {
    int colon = text.indexOf("://");
    if (colon < 0) {
      throw new IllegalArgumentException("the Redis address has no scheme; " + EXAMPLES);
    }
    String scheme = text.substring(0, colon).toLowerCase(Locale.ROOT);
    String rest = text.substring(colon + 3);
    return switch (scheme) {
      case "redis", "rediss" -> hosts(scheme, rest, RedisClientType.STANDALONE);
      case "redis+sentinel", "rediss+sentinel" -> hosts(scheme, rest, RedisClientType.SENTINEL);
      case "redis+cluster", "rediss+cluster" -> hosts(scheme, rest, RedisClientType.CLUSTER);
      case "unix" -> socket(rest);
      default ->
          throw new IllegalArgumentException(
              "the scheme of the Redis address is not known; " + EXAMPLES);
    };
  }

  private static RedisAddress hosts(String scheme, String rest, RedisClientType type) {
    if (FIELDS.matcher(rest).find()) {
      throw new IllegalArgumentException(
          "only a unix:// address takes fields after a ?; write"
              + " redis://user:password@host:port/db, with ? in a password as %3F");
    }
    int at = rest.lastIndexOf('@');
    String place = rest.substring(at + 1);
    String[] path = place.split("/", -1);
    boolean sentinel = type == RedisClientType.SENTINEL;
    String masterName = sentinel ? masterName(path) : null;
    String suffix = database(path, sentinel ? 2 : 1, type);
    String plainScheme = scheme.startsWith("rediss") ? "rediss" : "redis";
    List<String> endpoints = new ArrayList<>();
    for (String host : path[0].split(",", -1)) {
      String endpoint = host(host, sentinel ? SENTINEL_PORT : PORT);
      endpoints.add(plainScheme + "://" + endpoint + suffix);
    }
    if (type == RedisClientType.STANDALONE && endpoints.size() > 1) {
      throw new IllegalArgumentException(
          "the Redis address names several hosts; use redis+sentinel:// or redis+cluster://");
    }
    return new RedisAddress(
        type,
        endpoints,
        plainScheme.equals("rediss"),
        Login.of(at < 0 ? "" : rest.substring(0, at)),
        masterName,
        scheme + "://" + place);
  }

  private static String masterName(String[] path) {
    if (path.length < 2 || path[1].isEmpty()) {
      throw new IllegalArgumentException(
          "the Redis address names no master; write redis+sentinel://host:port/master-name");
    }
    if (!MASTER_NAME.matcher(path[1]).matches()) {
      throw new IllegalArgumentException(
          "the master name of the Redis address has other characters than A-Z a-z 0-9 . _ -; write"
              + " the name that the Sentinels know");
    }
    return path[1];
  }

  /** {@code index}: the place of the database in the path. */
  private static String database(String[] path, int index, RedisClientType type) {
    if (path.length > index + 1) {
      throw new IllegalArgumentException(
          "the path of the Redis address has too many parts; " + EXAMPLES + LOGIN);
    }
    if (path.length <= index || path[index].isEmpty()) {
      return "";
    }
    if (type == RedisClientType.CLUSTER) {
      throw new IllegalArgumentException(
          "the Redis address names a database; a cluster has none, leave it out");
    }
    return "/" + number("database", path[index], Integer.MAX_VALUE);
  }

  private static RedisAddress socket(String rest) {
    int mark = rest.indexOf('?');
    String path = mark < 0 ? rest : rest.substring(0, mark);
    if (!path.startsWith("/") || path.length() < 2) {
      throw new IllegalArgumentException(
          "the Redis address names no absolute path; write unix:///path/to/redis.sock, and a login"
              + " after it as ?user=..&password=..");
    }
    if (LOGIN_IN_PATH.matcher(path).find()) {
      throw new IllegalArgumentException(
          "the path of the Redis address has a login in it; write the login after the path, as"
              + " ?user=..&password=.., or @ and = of the path as %40 and %3D");
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
                "the Redis address has an unknown field; use user, password, db, and write & in"
                    + " a password as %26");
      }
    }
    String escaped = URLEncoder.encode(decoded("path", path), StandardCharsets.UTF_8);
    String endpoint = "unix://" + escaped.replace("%2F", "/").replace("+", "%20") + suffix;
    return new RedisAddress(
        RedisClientType.STANDALONE,
        List.of(endpoint),
        false,
        new Login(user, password),
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
          "the host of the Redis address has colons; write an IPv6 address in brackets" + LOGIN);
    }
    if (!HOST.matcher(host).matches()) {
      throw new IllegalArgumentException(
          "the host of the Redis address has other characters than A-Z a-z 0-9 . _ -; name one"
              + " host"
              + LOGIN);
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
        "the " + field + " of the Redis address is no number up to " + max + "; write one" + LOGIN);
  }

  private static String decoded(String field, String text) {
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException broken) {
      throw badEscape(field);
    }
  }

  /** Without the cause, which quotes the text. */
  private static IllegalArgumentException badEscape(String field) {
    return new IllegalArgumentException(
        "the " + field + " of the Redis address has a bad percent escape; write % as %25");
  }

  public boolean hasPassword() {
    return login.password != null;
  }

  /** The same Redis, for the same user, with a password that is not in the address. */
  public RedisAddress withPassword(String password) {
    return new RedisAddress(
        type, endpoints, tls, new Login(login.user, password), masterName, shown);
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
    if (login.user != null) {
      options.setUser(login.user);
    }
    if (login.password != null) {
      options.setPassword(login.password);
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
