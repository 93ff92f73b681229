package io.tenure.store.redis;

import io.tenure.core.Change;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Makes calls of every script from one seed: some that servers make, and some that no server makes.
 * They name few owners, epochs and change numbers, so that calls meet the data of earlier calls.
 */
final class ScriptArguments {

  /** The kind of an argument; a list of kinds describes all arguments of a script. */
  private enum What {
    STANDING,
    OWNER,
    SERVER,
    EPOCH,
    BEAT,
    PLACE,
    PERIOD,
    FLAG,
    ATTEMPT,
    SHARDS,
    IDENTITY,
    DOUBT,
    MARK,
    AHEAD
  }

  static final ShardKeys KEYS = ShardKeys.of(3);

  static final List<String> ALL_KEYS =
      List.of(
          KEYS.meta(),
          KEYS.lockDelays(),
          KEYS.fences(),
          KEYS.segment(0),
          KEYS.segment(1),
          "a string");

  static final List<String> STORED =
      List.of("epoch", "server", "owner", "place", "beat", "awaited");

  private static final long TOP = 1L << 53;
  private static final List<String> OWNERS = List.of("one", "two", "ключ", "");
  private static final List<String> SERVERS = List.of("s1", "s2", "a/b");
  private static final List<String> ODD = List.of("", "x", "-1", "1e3", "0x10", " 7 ", "1.5", "\0");
  private static final List<String> IDENTITIES = List.of("1/a", "1/b", "?/?");
  private static final List<String> DOUBTS = List.of("", "restarted");
  private static final int ARGUMENTS_UNKNOWN = 16;
  private static final Pattern PLACE = Pattern.compile("\\d{1,17}");

  private final Random random;
  private final RandomChanges changes;
  private final boolean nearTop;
  private final BitSet extras = new BitSet();
  private final @Nullable String[] known = new String[STORED.size()];
  private Script script = Script.CHECK;

  ScriptArguments(long seed) {
    random = new Random(seed);
    changes = new RandomChanges(seed, 12, 500);
    nearTop = random.nextInt(3) == 0;
  }

  /** {@code stored}: the values of {@link #STORED} in the meta hash, or nulls. */
  ScriptRun next(List<?> stored) {
    for (int at = 0; at < STORED.size(); at++) {
      known[at] =
          stored.get(at) instanceof byte[] text ? new String(text, StandardCharsets.UTF_8) : null;
    }
    Script[] scripts = Script.values();
    script = scripts[random.nextInt(scripts.length)];
    return call();
  }

  /** The script of the last call. */
  Script script() {
    return script;
  }

  private ScriptRun call() {
    if (script == Script.APPEND && random.nextInt(8) > 0) {
      return append();
    }
    ScriptRun call = new ScriptRun(script, random.nextInt(60) == 0 ? "a string" : KEYS.meta());
    if (script == Script.WIPE) {
      ALL_KEYS.subList(1, 5).forEach(call::key);
    }
    for (What what : arguments()) {
      call.arg(random.nextInt(80) == 0 ? any(ODD) : text(what));
    }
    return call;
  }

  /** The kinds of the arguments; an unknown script gets random arguments. */
  private List<What> arguments() {
    return switch (script.name()) {
      case "CLAIM" ->
          List.of(
              What.OWNER,
              What.PERIOD,
              What.SERVER,
              What.ATTEMPT,
              What.SHARDS,
              What.EPOCH,
              What.BEAT,
              What.EPOCH,
              What.PLACE,
              What.FLAG,
              What.FLAG,
              What.FLAG,
              What.PERIOD,
              What.FLAG,
              What.IDENTITY,
              What.PERIOD,
              What.PERIOD,
              What.MARK,
              What.AHEAD,
              What.PERIOD,
              What.EPOCH);
      case "ADVANCE" ->
          List.of(
              What.STANDING,
              What.OWNER,
              What.PERIOD,
              What.ATTEMPT,
              What.PLACE,
              What.FLAG,
              What.FLAG,
              What.PERIOD,
              What.SHARDS,
              What.IDENTITY,
              What.AHEAD,
              What.FLAG,
              What.PERIOD,
              What.PERIOD,
              What.EPOCH);
      case "EXTEND" -> List.of(What.STANDING, What.OWNER, What.PERIOD, What.PLACE, What.FLAG);
      case "PROMISE" -> List.of(What.STANDING, What.PERIOD, What.FLAG);
      case "LEAVE" -> List.of(What.STANDING, What.OWNER, What.PLACE);
      case "CHECK", "WIPE" -> List.of(What.STANDING);
      case "WHOLE" -> List.of(What.STANDING, What.PLACE, What.DOUBT, What.EPOCH);
      case "LAYOUT" -> List.of(What.SHARDS);
      default -> anything();
    };
  }

  private List<What> anything() {
    List<What> all = new ArrayList<>(List.of(What.STANDING));
    for (int left = random.nextInt(ARGUMENTS_UNKNOWN); left > 0; left--) {
      all.add(What.values()[random.nextInt(What.values().length)]);
    }
    return all;
  }

  private ScriptRun append() {
    List<Change> batch = changes.next(1 + random.nextInt(6));
    long first = next(stored("place"));
    long last = first + batch.size() - 1;
    @Nullable BitSet found = random.nextBoolean() ? extras : null;
    return new ChangeBatch(batch)
        .call(
            KEYS,
            text(What.STANDING),
            first,
            last,
            few(2),
            random.nextInt(4) == 0 ? number(What.PERIOD) : 0,
            found);
  }

  /** The change number after the stored one, or a random one. */
  private long next(@Nullable String place) {
    return place != null && PLACE.matcher(place).matches()
        ? Long.parseLong(place) + 1
        : number(What.PLACE);
  }

  private String text(What what) {
    return switch (what) {
      case STANDING -> text(What.EPOCH) + "/" + text(What.SERVER);
      case OWNER -> or(stored("owner"), any(OWNERS));
      case SERVER -> or(stored("server"), any(SERVERS));
      case EPOCH -> or(stored("epoch"), Long.toString(number(what)));
      case PLACE -> or(stored("place"), Long.toString(number(what)));
      case BEAT -> or(stored("beat"), Long.toString(number(what)));
      case IDENTITY -> any(IDENTITIES);
      case DOUBT -> any(DOUBTS);
      case FLAG -> random.nextBoolean() ? "1" : "0";
      case MARK -> or(stored("awaited"), any(SERVERS));
      case AHEAD -> random.nextBoolean() ? "5" : "5000000000";
      case SHARDS -> random.nextInt(12) == 0 ? "5" : "4";
      default -> Long.toString(number(what));
    };
  }

  /** Mostly the stored value: otherwise Redis would refuse every call. */
  private @Nullable String stored(String field) {
    return random.nextInt(8) == 0 ? null : known[STORED.indexOf(field)];
  }

  private static String or(@Nullable String stored, String made) {
    return stored == null ? made : stored;
  }

  private long number(What what) {
    return switch (what) {
      case EPOCH -> (nearTop ? TOP - 3 : 0) + few(6);
      case PLACE -> (nearTop ? TOP - 9 : 0) + few(12);
      case BEAT -> few(5);
      case ATTEMPT -> few(40);
      default -> random.nextInt(100_000);
    };
  }

  private long few(int many) {
    return random.nextInt(many);
  }

  private String any(List<String> all) {
    return all.get(random.nextInt(all.size()));
  }
}
