package io.tenure.store.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tenure.sim.redis.SimRedis;
import io.tenure.sim.redis.SimRedisError;
import io.tenure.sim.redis.SimRequests;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Sends every call to the simulated Redis and to a real one, and compares the replies. */
final class BothRedis implements AutoCloseable {

  /** The interpreters have different texts for these errors. */
  private static final Pattern OWN_WORDS =
      Pattern.compile(
          "((?<!@)user_script:\\d+: )(attempt to|bad argument|stack overflow).*"
              + "|(compiling script .*: user_script:\\d+: ).*");

  private static final Pattern LINE_OF_CALL = Pattern.compile("@user_script: \\d+: ");

  /** These values differ between the two: the ids of their runs, and the time of the call. */
  private static final Pattern OWN_ID = Pattern.compile("(?<!f_)\\b[0-9a-f]{40}\\b");

  private static final Pattern OWN_TIME = Pattern.compile("\\b1[789]\\d{8}(\\d{3}|\\d{6})?\\b");

  private static final long YEAR_2020_SECONDS = 1_577_836_800L;

  /** The reply of a claim: an epoch, the seconds and microseconds of the clock, and more. */
  private static final int CLAIMED_SIZE_LEAST = 5;

  private long clockMicros;
  private final SimRedis simulated = new SimRedis(() -> clockMicros, 1);
  private final RespClient real;

  BothRedis(TestRedis real) throws IOException {
    this.real = new RespClient(real.port());
    this.real.command(ScriptRun.bytes("SCRIPT"), ScriptRun.bytes("FLUSH"));
    both("FLUSHALL");
  }

  @Nullable Object both(String... command) {
    byte[][] words = new byte[command.length][];
    for (int at = 0; at < words.length; at++) {
      words[at] = ScriptRun.bytes(command[at]);
    }
    return both(words);
  }

  /** Calls the script by its digest, and if that is unknown by its text. */
  @Nullable Object both(ScriptRun call) {
    Object reply = both(SimRequests.words(call.request(false)));
    boolean unknown =
        reply instanceof SimRedisError error && error.message().startsWith("NOSCRIPT");
    return unknown ? both(SimRequests.words(call.request(true))) : reply;
  }

  /** The common reply of both. */
  @Nullable Object both(byte[]... command) {
    Object expected = real.command(command);
    clockMicros = clock(expected);
    Object told = simulated.command(command);
    assertEquals(
        common(spelled(expected)), common(spelled(told)), () -> "the reply to " + told(command));
    return expected;
  }

  /** Both replies, for calls with replies that agree only in form. */
  List<String> each(String... command) {
    byte[][] words = new byte[command.length][];
    for (int at = 0; at < words.length; at++) {
      words[at] = ScriptRun.bytes(command[at]);
    }
    return List.of(spelled(real.command(words)), spelled(simulated.command(words)));
  }

  void assertSameData(Iterable<String> keys) {
    for (String key : keys) {
      assertEquals(
          fields(real.command(ScriptRun.bytes("HGETALL"), ScriptRun.bytes(key))),
          fields(simulated.command(ScriptRun.bytes("HGETALL"), ScriptRun.bytes(key))),
          () -> "the data of " + key);
    }
  }

  @Override
  public void close() throws IOException {
    real.close();
  }

  static String spelled(@Nullable Object reply) {
    if (reply instanceof byte[] bulk) {
      return '"' + quoted(bulk) + '"';
    }
    if (reply instanceof SimRedisError error) {
      String message = LINE_OF_CALL.matcher(error.message()).replaceAll("@user_script: ?: ");
      return "-" + OWN_WORDS.matcher(message).replaceAll("$1$3...").strip();
    }
    if (reply instanceof List<?> all) {
      return all.stream().map(BothRedis::spelled).toList().toString();
    }
    return reply instanceof String ? "+" + reply : String.valueOf(reply);
  }

  private static String common(String spelled) {
    return OWN_TIME.matcher(OWN_ID.matcher(spelled).replaceAll("ID")).replaceAll("TIME");
  }

  /** The clock of the real Redis in a script that gave an epoch; else the clock of this machine. */
  private static long clock(@Nullable Object reply) {
    if (reply instanceof List<?> all
        && all.size() >= CLAIMED_SIZE_LEAST
        && spelled(all.get(0)).equals("\"OK\"")
        && spelled(all.get(1)).matches("\"\\d+\"")) {
      return (YEAR_2020_SECONDS + number(all.get(2))) * 1_000_000 + number(all.get(3));
    }
    return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
  }

  private static long number(Object bulk) {
    return Long.parseLong(new String((byte[]) bulk, StandardCharsets.US_ASCII));
  }

  /** Redis returns the fields of a larger hash in no order. */
  private static Object fields(@Nullable Object reply) {
    if (!(reply instanceof List<?> all)) {
      return spelled(reply);
    }
    TreeMap<String, String> fields = new TreeMap<>();
    for (int at = 0; at < all.size(); at += 2) {
      fields.put(spelled(all.get(at)), common(spelled(all.get(at + 1))));
    }
    return fields;
  }

  private static String told(byte[][] command) {
    List<String> words = new ArrayList<>();
    for (byte[] word : command) {
      words.add(quoted(word));
    }
    return String.join(" | ", words);
  }

  private static String quoted(byte[] bytes) {
    StringBuilder text = new StringBuilder();
    for (char letter : new String(bytes, StandardCharsets.ISO_8859_1).toCharArray()) {
      boolean plain = letter >= ' ' && letter < 0x7f && letter != '"' || letter == '\n';
      text.append(plain ? "" + letter : String.format(Locale.ROOT, "\\x%02x", (int) letter));
    }
    return text.toString();
  }
}
