package io.tenure.server.config;

import io.tenure.api.DurationFormatter;
import io.tenure.api.Limits;
import io.tenure.door.http.HttpLimits;
import io.tenure.door.ws.StreamLimits;
import io.tenure.server.OpenedStore;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Settings of a server, each under one name in three spellings. For example, {@code limits.ttl-max}
 * in a file is {@code --limits-ttl-max} on the command line and {@code TENURE_LIMITS_TTL_MAX} in
 * the environment.
 */
public enum Setting {
  HOST(text("host"), "127.0.0.1", "address to listen on; 0.0.0.0 for all of this machine"),
  PORT(number("port", 0, 65_535), 7_420, "port to listen on; 0 takes any free port"),
  AUTH(
      new Form.Word("auth", List.of(Setting.OFF, Setting.OFF_ON_A_TRUSTED_NETWORK)),
      Setting.OFF,
      "off: the server checks no credentials, and listens only where no other machine can reach"
          + " it; off-on-a-trusted-network: it listens anywhere"),
  OPS_PORT(
      number("ops.port", 0, 65_535),
      0,
      "port with its own connections for health, metrics, dashboard and acts of operators;"
          + " 0: none"),
  OPS_HOST(text("ops.host"), Setting.AUTO, "address of the ops port; auto: the same as host"),
  DATA(
      text("data"),
      "~/.local/share/tenure",
      "directory for the data of the server; $XDG_DATA_HOME moves the default one"),
  STORE(
      text("store"),
      OpenedStore.EMBEDDED,
      "embedded (a Redis of its own), memory (no lease survives), or redis:// rediss://"
          + " redis+sentinel:// redis+cluster:// unix://"),
  STORE_PASSWORD_FILE(
      text("store-password-file"),
      Setting.NO_FILE,
      "file with the password of the Redis of --store, for an address without one; or none"),
  SHARDS(
      number("shards", 1, Limits.SHARDS_MAX),
      LeasingOptions.DEFAULT.shards(),
      "parts of the key space; a store refuses another number than at its first use"),
  LOOPS(
      number("loops", 0, ServerOptions.LOOPS_MAX),
      0,
      "event loops; 0: one for each core. One fewer leaves a core to a Redis on this machine"),
  OWNERSHIP(
      new Form.Duration(
          "ownership",
          LeasingOptions.OWNERSHIP_MILLIS_MIN,
          LeasingOptions.OWNERSHIP_MILLIS_MAX,
          List.of("auto", "forever")),
      "auto",
      "how long a server owns a shard after each confirmation by the store: a duration, forever,"
          + " or auto: forever with a store of its own, 3s with a shared one"),
  DURABILITY(
      new Form.Word("durability", List.of("strict", "relaxed")),
      "strict",
      "strict: the server answers a grant when it is durable; relaxed: at once"),
  REPLICAS(
      number("replicas", 0, StoreOptions.REPLICAS_MAX),
      0,
      "number of Redis replicas that must have a grant before the server answers it"),
  PATIENCE(
      duration("patience", 1, Limits.TTL_MILLIS_EVER),
      DurationFormatter.of(LeasingOptions.DEFAULT.patienceMillis()),
      "how long a request waits for a store that does not answer"),
  LOG(new Form.Word("log", List.of("text", "json")), "text", "form of the log lines on stderr"),
  LOG_LEVEL(
      new Form.Word("log-level", List.of("error", "warn", "info", "debug")),
      "info",
      "least severe lines of the log; libraries write only warn and error"),
  LOG_REQUESTS(
      new Form.Word("log-requests", List.of("off", "on")),
      "off",
      "whether the log has a line for each answered request"),
  TTL_MIN(
      duration("limits.ttl-min", 1, Limits.TTL_MILLIS_EVER),
      DurationFormatter.of(Limits.TTL_MILLIS_MIN),
      "shortest ttl"),
  TTL_MAX(
      duration("limits.ttl-max", 1, Limits.TTL_MILLIS_EVER),
      DurationFormatter.of(Limits.TTL_MILLIS_MAX),
      "longest ttl"),
  WAIT_MAX(
      duration("limits.wait-max", 0, Limits.TTL_MILLIS_EVER),
      DurationFormatter.of(Limits.WAIT_MILLIS_MAX),
      "longest wait for a key that is held"),
  LEASES(
      number("limits.leases-per-shard", 1, Limits.LEASES_MAX),
      Limits.DEFAULT.leasesMax(),
      "leases in one shard"),
  HOLDERS_PER_KEY(
      number("limits.holders-per-key", 1, Limits.HOLDERS_PER_KEY_MAX),
      Limits.DEFAULT.holdersPerKeyMax(),
      "readers, or slots, of one key"),
  WAITERS_PER_KEY(
      number("limits.waiters-per-key", 0, Limits.WAITERS_MAX),
      Limits.DEFAULT.waitersPerKeyMax(),
      "waiters of one key"),
  WAITERS(
      number("limits.waiters-per-shard", 0, Limits.WAITERS_MAX),
      Limits.DEFAULT.waitersMax(),
      "waiters of one shard"),
  LEASES_PER_SESSION(
      number("limits.leases-per-session", 1, Limits.LEASES_MAX),
      Limits.DEFAULT.leasesPerSessionMax(),
      "leases of one session in one shard"),
  FENCES(
      number("limits.fences-per-shard", 0, Limits.LEASES_MAX),
      Limits.DEFAULT.fencesMax(),
      "fence marks in one shard"),
  WATCHERS(
      number("limits.watchers-per-shard", 0, Limits.WAITERS_MAX),
      Limits.DEFAULT.watchersMax(),
      "watchers of one shard"),
  HISTORY(
      number("limits.events-per-shard", 1, 1 << 20),
      Limits.DEFAULT.historyMax(),
      "latest events of one shard that the server remembers, for watchers"),
  GRAVES(
      number("limits.ended-per-shard", 0, Limits.LEASES_MAX),
      Limits.DEFAULT.gravesMax(),
      "ended leases of one shard that are remembered"),
  REQUEST_IDS(
      number("limits.request-ids-per-shard", 0, Limits.REQUEST_IDS_MAX),
      Limits.DEFAULT.requestIdsMax(),
      "requestIds of one shard that are remembered"),
  BREAKING(
      new Form.Word("http.breaking", List.of("on", "off")),
      "on",
      "whether operators may break leases, end quarantines and delete fences"),
  NAMES(
      text("http.names"),
      Setting.AUTO,
      "host names that requests may use, as a.corp,b.corp, in addition to localhost and"
          + " addresses; any; or auto: the names of this machine, and none where only this machine"
          + " can reach the server"),
  CONNECTIONS(
      number("http.connections", 1, 1_000_000),
      HttpLimits.DEFAULT.connections().all(),
      "connections that are open at the same time"),
  CONNECTIONS_PER_ADDRESS(
      number("http.connections-per-address", 0, 1_000_000),
      0,
      "connections of one address that are open at the same time; 0: a twentieth of"
          + " http.connections is left to others"),
  PIPELINED(
      number("http.pipelined", 1, 1_024),
      HttpLimits.DEFAULT.pipelined(),
      "answers that one connection has not read yet"),
  BODY_BYTES(
      number("http.body-bytes", 1_024, 16 << 20),
      HttpLimits.DEFAULT.sizes().bodyBytes(),
      "bytes of the body of a request"),
  HEADER_BYTES(
      number("http.header-bytes", 1_024, 1 << 20),
      HttpLimits.DEFAULT.sizes().headerBytes(),
      "bytes of all headers of a request together"),
  URI_BYTES(
      number("http.uri-bytes", 1_024, 1 << 20),
      HttpLimits.DEFAULT.sizes().uriBytes(),
      "bytes of the first line of a request"),
  EVENT_BYTES(
      number("http.event-bytes", 4_096, 64 << 20),
      HttpLimits.DEFAULT.events().eventBytes(),
      "bytes of events that a watcher has not read yet"),
  HEAD_TIME(
      time("http.head-time"),
      DurationFormatter.of(HttpLimits.DEFAULT.times().headMillis()),
      "time from the start of a connection until its first request has arrived"),
  BODY_TIME(
      time("http.body-time"),
      DurationFormatter.of(HttpLimits.DEFAULT.times().bodyMillis()),
      "time from the headers of a request until its body has arrived"),
  IDLE_TIME(
      time("http.idle-time"),
      DurationFormatter.of(HttpLimits.DEFAULT.times().idleMillis()),
      "time from an answer until all of the next request has arrived"),
  WRITE_TIME(
      time("http.write-time"),
      DurationFormatter.of(HttpLimits.DEFAULT.times().writeMillis()),
      "time until the caller has read an answer"),
  HEARTBEAT(
      time("http.heartbeat"),
      DurationFormatter.of(HttpLimits.DEFAULT.events().heartbeatMillis()),
      "time between signs of life to watchers"),
  FRAME_BYTES(
      number("stream.frame-bytes", 1_024, 16 << 20),
      StreamLimits.DEFAULT.frameBytes(),
      "bytes of one message on a stream"),
  IN_FLIGHT(
      number("stream.in-flight", 1, 65_536),
      StreamLimits.DEFAULT.inFlight(),
      "requests of one stream that are not answered yet"),
  WATCHES(
      number("stream.watches", 0, 1_024), StreamLimits.DEFAULT.watches(), "watches of one stream"),
  UNREAD_BYTES(
      number("stream.unread-bytes", 4_096, 64 << 20),
      StreamLimits.DEFAULT.unreadBytes(),
      "bytes of answers and pushes that a stream has not read yet"),
  STREAM_HEARTBEAT(
      time("stream.heartbeat"),
      DurationFormatter.of(StreamLimits.DEFAULT.heartbeatMillis()),
      "silence on a stream after which the server pings it"),
  SILENCE(
      time("stream.silence-time"),
      DurationFormatter.of(StreamLimits.DEFAULT.silenceMillis()),
      "silence after that ping until the server closes the stream");

  static final String AUTO = "auto";
  static final String OFF = "off";
  static final String OFF_ON_A_TRUSTED_NETWORK = "off-on-a-trusted-network";
  static final String NO_FILE = "none";
  static final String NAMES_ANY = "any";

  /** The form that the value of a setting must have. */
  sealed interface Form {
    String name();

    record Text(String name) implements Form {}

    record Count(String name, long min, long max) implements Form {}

    /** A duration within bounds, or one of {@code words} instead. */
    record Duration(String name, long minMillis, long maxMillis, List<String> words)
        implements Form {}

    record Word(String name, List<String> words) implements Form {}
  }

  private final Form form;
  private final String defaultText;
  private final String about;

  Setting(Form form, Object defaultText, String about) {
    this.form = form;
    this.defaultText = defaultText.toString();
    this.about = about;
  }

  String yaml() {
    return form.name();
  }

  public String flag() {
    return "--" + form.name().replace('.', '-');
  }

  /** Returns the variable. {@code TENURE_AUTH} is taken: it holds the credential of a client. */
  String variable() {
    return this == AUTH
        ? "TENURE_AUTH_MODE"
        : "TENURE_" + form.name().replace('.', '_').replace('-', '_').toUpperCase(Locale.ROOT);
  }

  Form form() {
    return form;
  }

  public String defaultText() {
    return defaultText;
  }

  public String about() {
    return about;
  }

  /** Whether the text of this setting may hold a password, if only by mistake. */
  boolean isSecret() {
    return this == STORE || this == STORE_PASSWORD_FILE;
  }

  /** Returns what may be shown of the text of a setting: of an address, all but its login. */
  public static String shown(String yaml, String text) {
    return yaml.equals(STORE.yaml()) ? StoreAddress.shown(text) : text;
  }

  /** Returns the label that the usage shows for a value. */
  public String label() {
    if (form instanceof Form.Count) {
      return "N";
    } else if (form instanceof Form.Duration) {
      return "DURATION";
    } else if (form instanceof Form.Word word) {
      return String.join("|", word.words());
    } else if (yaml().endsWith("-file")) {
      return "FILE";
    }
    return yaml().toUpperCase(Locale.ROOT);
  }

  public static List<String> names(Function<Setting, String> of) {
    return Arrays.stream(values()).map(of).collect(Collectors.toList());
  }

  private static Form text(String name) {
    return new Form.Text(name);
  }

  private static Form number(String name, long min, long max) {
    return new Form.Count(name, min, max);
  }

  private static Form time(String name) {
    return duration(name, 10, 86_400_000);
  }

  private static Form duration(String name, long minMillis, long maxMillis) {
    return new Form.Duration(name, minMillis, maxMillis, List.of());
  }
}
