package io.tenure.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import io.tenure.api.DurationFormatter;
import io.tenure.api.InvalidFieldException;
import io.tenure.api.Operation;
import io.tenure.api.Request;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Checks that random requests are read as they were written. Their escaping varies. Random damage
 * is refused by name. {@code -Dfuzz.seed} replays one run.
 */
final class JsonFuzzTest {

  private static final int RUNS = 20_000;
  private static final int[] LETTERS = {
    'a', '/', ' ', '"', '\\', '\n', 0x7f, 0xe9, 0x20ac, 0x1f512
  };

  private final long seed = Long.getLong("fuzz.seed", System.nanoTime());
  private final Random random = new Random(seed);

  @Test
  void whatIsWrittenIsRead() {
    for (int run = 0; run < RUNS; run++) {
      String key = text(1, 40);
      String holder = text(1, 40);
      String id = text(1, 40);
      long ttl = 100L + random.nextInt(86_399_900);
      byte[] body = bytes(acquire(key, holder, id, ttl));
      Request.Acquire acquire =
          (Request.Acquire) RequestReader.read(Operation.ACQUIRE, JsonFieldsReader.read(body));
      assertEquals(key, acquire.key().toString(), this::replay);
      assertEquals(holder, acquire.holder(), this::replay);
      assertEquals(id, acquire.requestId(), this::replay);
      assertEquals(ttl, acquire.ttlMillis(), this::replay);
    }
  }

  @Test
  void whatIsDamagedIsRefusedByName() {
    for (int run = 0; run < RUNS; run++) {
      byte[] body = damaged(bytes(acquire(text(1, 9), text(1, 9), text(1, 9), 30_000)));
      try {
        RequestReader.read(Operation.ACQUIRE, JsonFieldsReader.read(body));
      } catch (InvalidFieldException named) {
        if (named.field().isEmpty() && named.remedy().isEmpty()) {
          fail(replay());
        }
        JsonObjectWriter.object(json -> ReplyWriter.problem(json, Problem.of(named)));
      } catch (ProblemException told) {
        JsonObjectWriter.object(json -> ReplyWriter.problem(json, told.problem()));
      } catch (RuntimeException other) {
        throw new AssertionError(replay() + " " + Arrays.toString(body), other);
      }
    }
  }

  private String replay() {
    return "-Dfuzz.seed=" + seed;
  }

  private String acquire(String key, String holder, String id, long ttlMillis) {
    String ttl =
        switch (random.nextInt(3)) {
          case 0 -> "\"" + ttlMillis + "ms\"";
          case 1 -> "\"" + DurationFormatter.of(ttlMillis) + "\"";
          default -> ttlMillis / 1_000 + "." + String.format("%03d", ttlMillis % 1_000);
        };
    return "{"
        + space()
        + quoted("key")
        + ":"
        + quoted(key)
        + ","
        + space()
        + quoted("holder")
        + space()
        + ":"
        + quoted(holder)
        + ","
        + quoted("ttl")
        + ":"
        + ttl
        + space()
        + ","
        + quoted("requestId")
        + ":"
        + quoted(id)
        + "}"
        + space();
  }

  private String space() {
    return " \t\r\n".substring(random.nextInt(5));
  }

  private String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int at = 0; at < text.length(); at++) {
      char one = text.charAt(at);
      boolean must = one < 0x20 || one == '"' || one == '\\';
      boolean half = Character.isSurrogate(one);
      if (must || !half && random.nextInt(4) == 0) {
        quoted.append(String.format("\\u%04x", (int) one));
      } else {
        quoted.append(one);
      }
    }
    return quoted.append('"').toString();
  }

  private String text(int min, int max) {
    StringBuilder text = new StringBuilder();
    int length = min + random.nextInt(max - min);
    for (int at = 0; at < length; at++) {
      text.appendCodePoint(LETTERS[random.nextInt(LETTERS.length)]);
    }
    return text.toString();
  }

  private byte[] damaged(byte[] body) {
    byte[] damaged = body.clone();
    for (int hits = 1 + random.nextInt(3); hits > 0; hits--) {
      int at = random.nextInt(damaged.length);
      switch (random.nextInt(4)) {
        case 0 -> damaged[at] = (byte) random.nextInt(256);
        case 1 -> damaged = Arrays.copyOf(damaged, Math.max(1, at));
        case 2 -> damaged[at] = (byte) "{}[]\":,\\-0e".charAt(random.nextInt(11));
        default -> {
          byte[] longer = Arrays.copyOf(damaged, damaged.length + at);
          System.arraycopy(damaged, 0, longer, damaged.length, at);
          damaged = longer;
        }
      }
    }
    return damaged;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
