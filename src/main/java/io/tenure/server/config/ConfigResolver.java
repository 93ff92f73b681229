package io.tenure.server.config;

import io.tenure.api.DurationFormatter;
import io.tenure.api.InvalidFieldException;
import io.tenure.api.Limits;
import io.tenure.cli.SecretFile;
import io.tenure.door.http.AllowedHosts;
import io.tenure.door.http.HttpLimits;
import io.tenure.door.ws.StreamLimits;
import io.tenure.server.log.LogFormat;
import io.tenure.store.LeaseStore;
import io.tenure.store.redis.RedisAddress;
import io.tenure.wire.DurationReader;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/** Decides which value of a setting counts: the flag before the variable, the file, the default. */
public final class ConfigResolver {

  private final Map<Setting, GivenSetting> chosen = new EnumMap<>(Setting.class);
  private final Map<String, String> variables;

  private ConfigResolver(Map<String, String> variables) {
    this.variables = variables;
  }

  /**
   * Resolves each setting: a flag counts before a variable, and a variable before the file.
   *
   * @param flags the flags of the command line, in their order
   * @param file the file that {@code --config} names, or the empty text
   * @throws ConfigError with the line to show to the operator
   */
  public static ServerOptions of(
      List<GivenSetting> flags, String file, Map<String, String> variables) {
    ConfigResolver choice = new ConfigResolver(variables);
    for (Setting setting : Setting.values()) {
      choice.chosen.put(setting, GivenSetting.ofDefault(setting));
    }
    String named = file.isEmpty() ? variables.getOrDefault(EnvironmentVariables.CONFIG, "") : file;
    if (!named.isEmpty()) {
      choice.put(ConfigFile.read(named, file.isEmpty() ? EnvironmentVariables.CONFIG : "--config"));
    }
    choice.put(EnvironmentVariables.read(variables));
    choice.put(flags);
    return choice.setup();
  }

  private void put(List<GivenSetting> given) {
    given.forEach(each -> chosen.put(each.setting(), each));
  }

  private ServerOptions setup() {
    Limits limits = limits();
    boolean relaxed = word(Setting.DURABILITY).equals("relaxed");
    int replicas = (int) number(Setting.REPLICAS);
    if (relaxed && replicas > 0) {
      throw given(Setting.REPLICAS)
          .wrong("that is for strict durability: drop it, or " + place(Setting.DURABILITY));
    }
    long patience = millis(Setting.PATIENCE);
    if (patience > limits.waitMillisMax()) {
      throw later(Setting.WAIT_MAX, Setting.PATIENCE)
          .wrong(
              "patience (%s) must fit into limits.wait-max (%s): lower one or raise the other"
                  .formatted(
                      DurationFormatter.of(patience),
                      DurationFormatter.of(limits.waitMillisMax())));
    }
    try {
      StoreOptions store = new StoreOptions(store(), data(), relaxed, replicas);
      LeasingOptions config =
          new LeasingOptions(store, (int) number(Setting.SHARDS), ownership(), patience, limits);
      return new ServerOptions(config, (int) number(Setting.LOOPS), doors(), log(), settings());
    } catch (InvalidFieldException unforeseen) {
      throw new ConfigError(unforeseen.getMessage());
    }
  }

  private DoorOptions doors() {
    return new DoorOptions(
        host(),
        (int) number(Setting.PORT),
        opsPort(),
        names(),
        http(),
        streams(),
        word(Setting.BREAKING).equals("on"));
  }

  private LogOptions log() {
    return new LogOptions(
        LogFormat.valueOf(word(Setting.LOG).toUpperCase(Locale.ROOT)),
        Level.valueOf(word(Setting.LOG_LEVEL).toUpperCase(Locale.ROOT)),
        word(Setting.LOG_REQUESTS).equals("on"));
  }

  private Map<String, String> settings() {
    Map<String, String> settings = new TreeMap<>();
    for (Setting setting : chosen.keySet()) {
      settings.put(setting.yaml(), Setting.shown(setting.yaml(), spelled(setting)));
    }
    return settings;
  }

  /** Returns the value in its only canonical spelling, however it was written. */
  private String spelled(Setting setting) {
    String text = given(setting).text();
    if (setting.form() instanceof Setting.Form.Count) {
      return Long.toString(number(setting));
    }
    boolean duration =
        setting.form() instanceof Setting.Form.Duration form && !form.words().contains(text);
    return duration ? DurationFormatter.of(millis(setting)) : text;
  }

  private Limits limits() {
    long ttlMin = millis(Setting.TTL_MIN);
    long ttlMax = millis(Setting.TTL_MAX);
    if (ttlMin > ttlMax) {
      throw later(Setting.TTL_MAX, Setting.TTL_MIN)
          .wrong(
              "limits.ttl-min (%s) must fit into limits.ttl-max (%s): lower one or raise the other"
                  .formatted(DurationFormatter.of(ttlMin), DurationFormatter.of(ttlMax)));
    }
    return new Limits(
        new Limits.Times(ttlMin, ttlMax, millis(Setting.WAIT_MAX)),
        (int) number(Setting.HOLDERS_PER_KEY),
        (int) number(Setting.WAITERS_PER_KEY),
        (int) number(Setting.LEASES_PER_SESSION),
        new Limits.OfShard(
            (int) number(Setting.LEASES),
            (int) number(Setting.WAITERS),
            (int) number(Setting.FENCES),
            (int) number(Setting.WATCHERS),
            (int) number(Setting.HISTORY),
            (int) number(Setting.GRAVES),
            (int) number(Setting.REQUEST_IDS)),
        Limits.TOKENS_PER_EPOCH);
  }

  private HttpLimits http() {
    return new HttpLimits(
        connections(),
        (int) number(Setting.PIPELINED),
        new HttpLimits.Sizes(
            (int) number(Setting.BODY_BYTES),
            (int) number(Setting.HEADER_BYTES),
            (int) number(Setting.URI_BYTES)),
        new HttpLimits.Times(
            millis(Setting.HEAD_TIME),
            millis(Setting.IDLE_TIME),
            millis(Setting.BODY_TIME),
            millis(Setting.WRITE_TIME)),
        new HttpLimits.Events((int) number(Setting.EVENT_BYTES), millis(Setting.HEARTBEAT)));
  }

  private HttpLimits.Connections connections() {
    int all = (int) number(Setting.CONNECTIONS);
    int ofAddress = (int) number(Setting.CONNECTIONS_PER_ADDRESS);
    return ofAddress == 0
        ? HttpLimits.Connections.sharedBy(all)
        : new HttpLimits.Connections(all, ofAddress);
  }

  private StreamLimits streams() {
    return new StreamLimits(
        (int) number(Setting.FRAME_BYTES),
        (int) number(Setting.IN_FLIGHT),
        (int) number(Setting.WATCHES),
        (int) number(Setting.UNREAD_BYTES),
        millis(Setting.STREAM_HEARTBEAT),
        millis(Setting.SILENCE));
  }

  private GivenSetting given(Setting setting) {
    return Objects.requireNonNull(chosen.get(setting));
  }

  /** Returns the one that the operator has set, of two settings that do not go together. */
  private GivenSetting later(Setting one, Setting other) {
    GivenSetting first = given(one);
    return first.equals(GivenSetting.ofDefault(one)) ? given(other) : first;
  }

  private String place(Setting setting) {
    return given(setting).place();
  }

  private @Nullable OpsPort opsPort() {
    int port = (int) number(Setting.OPS_PORT);
    if (port == 0) {
      return null;
    }
    String host =
        given(Setting.OPS_HOST).text().equals(Setting.AUTO) ? host() : host(Setting.OPS_HOST);
    if (port == number(Setting.PORT) && host.equals(host())) {
      throw given(Setting.OPS_PORT).wrong("use another port than " + place(Setting.PORT));
    }
    return new OpsPort(host, port);
  }

  private String host() {
    return host(Setting.HOST);
  }

  private String host(Setting setting) {
    GivenSetting given = given(setting);
    if (given.text().isBlank() || given.text().contains("/") || given.text().contains(" ")) {
      throw given.wrong("use a name or an address, as 127.0.0.1, 0.0.0.0 or ::1");
    }
    if (!DoorOptions.isLoopback(given.text()) && word(Setting.AUTH).equals(Setting.OFF)) {
      throw given.wrong(
          "other machines can reach that, and the server checks no credentials: use 127.0.0.1, or"
              + " set auth to "
              + Setting.OFF_ON_A_TRUSTED_NETWORK);
    }
    return given.text();
  }

  private AllowedHosts names() {
    GivenSetting given = given(Setting.NAMES);
    String text = given.text().toLowerCase(Locale.ROOT);
    if (text.equals(Setting.NAMES_ANY)) {
      return AllowedHosts.ANY;
    } else if (text.equals(Setting.AUTO)) {
      List<String> reached = DoorOptions.beyondLoopback(host(), opsPort());
      return reached.isEmpty()
          ? AllowedHosts.OWN
          : AllowedHosts.ofMachine(
              reached.stream()
                  .filter(each -> !AllowedHosts.isAddress(each))
                  .map(each -> each.toLowerCase(Locale.ROOT))
                  .toList());
    }
    List<String> names = List.of(text.split(",", -1));
    if (!names.stream().allMatch(name -> name.matches("[a-z0-9._-]+"))) {
      throw given.wrong("use auto, any, or names without ports, as a.corp,b.corp");
    }
    return AllowedHosts.named(names);
  }

  private StoreAddress store() {
    StoreAddress address = address();
    GivenSetting file = given(Setting.STORE_PASSWORD_FILE);
    if (file.text().equals(Setting.NO_FILE)) {
      return address;
    }
    RedisAddress redis = address.redis();
    if (redis == null) {
      throw file.wrong(
          "the store %s asks for no password: drop it, or write the address of a Redis into %s"
              .formatted(address, place(Setting.STORE)));
    }
    if (redis.hasPassword()) {
      throw file.wrong(
          "%s has a password too: leave it out of the address, or drop the file"
              .formatted(place(Setting.STORE)));
    }
    return StoreAddress.of(redis.withPassword(SecretFile.read(file.place(), file.text())));
  }

  private StoreAddress address() {
    GivenSetting given = given(Setting.STORE);
    try {
      return StoreAddress.parse(given.text());
    } catch (IllegalArgumentException unreadable) {
      throw given.wrong(String.valueOf(unreadable.getMessage()));
    }
  }

  private Path data() {
    GivenSetting given = given(Setting.DATA);
    String home = System.getProperty("user.home", "");
    String text = given.text();
    String elsewhere = variables.getOrDefault("XDG_DATA_HOME", "");
    if (given.equals(GivenSetting.ofDefault(Setting.DATA)) && elsewhere.startsWith("/")) {
      text = elsewhere + "/tenure";
    } else if (text.startsWith("~/")) {
      text = home + text.substring(1);
    }
    if (text.isBlank()) {
      throw given.wrong("name a directory");
    }
    try {
      return Path.of(text);
    } catch (InvalidPathException unusable) {
      throw given.wrong("name a directory");
    }
  }

  private long ownership() {
    return switch (given(Setting.OWNERSHIP).text()) {
      case "auto" -> LeasingOptions.BY_STORE;
      case "forever" -> LeaseStore.FOR_EVER;
      default -> millis(Setting.OWNERSHIP);
    };
  }

  private String word(Setting setting) {
    GivenSetting given = given(setting);
    List<String> words = ((Setting.Form.Word) setting.form()).words();
    if (!words.contains(given.text())) {
      throw given.wrong("use " + String.join(" or ", words));
    }
    return given.text();
  }

  private long number(Setting setting) {
    GivenSetting given = given(setting);
    Setting.Form.Count bounds = (Setting.Form.Count) setting.form();
    try {
      long number = Long.parseLong(given.text());
      if (number >= bounds.min() && number <= bounds.max()) {
        return number;
      }
    } catch (NumberFormatException none) {
      // The error below is the one for a value out of bounds.
    }
    throw given.wrong("use a number from " + bounds.min() + " to " + bounds.max());
  }

  private long millis(Setting setting) {
    GivenSetting given = given(setting);
    Setting.Form.Duration bounds = (Setting.Form.Duration) setting.form();
    try {
      long millis = DurationReader.millis(setting.yaml(), given.text());
      if (millis >= bounds.minMillis() && millis <= bounds.maxMillis()) {
        return millis;
      }
    } catch (InvalidFieldException none) {
      // The error below is the one for a value out of bounds.
    }
    String words = bounds.words().isEmpty() ? "" : String.join(", ", bounds.words()) + " or ";
    throw given.wrong(
        "use %sa duration from %s to %s, as 30s, 500ms or 1m30s"
            .formatted(
                words,
                DurationFormatter.of(bounds.minMillis()),
                DurationFormatter.of(bounds.maxMillis())));
  }
}
