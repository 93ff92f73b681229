package io.tenure.client.guard;

import io.tenure.client.error.FencedException;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A fence in the Redis that it protects. Check and write are one script, so nothing comes between.
 * In a cluster give fence and key the same hash tag, such as {@code {disk}:fence} and {@code
 * {disk}:data}. If Redis loses data, the fence loses its mark as well.
 */
public final class RedisFence implements Fence {

  /** The adapter to the user's Redis library: sends one EVAL and waits for its answer. */
  @FunctionalInterface
  public interface Eval {

    /** Returns the answer, an integer, as a number or as text. */
    Object eval(String script, List<String> keys, List<String> arguments);
  }

  /** Marks are compared as numbers: below 2^53 the numbers of Lua are exact. */
  private static final String CHECK =
      """
      local mark = tonumber(redis.call('GET', KEYS[1]) or '0')
      local token = tonumber(ARGV[1])
      if token < mark then
        return mark
      end
      redis.call('SET', KEYS[1], ARGV[1])
      """;

  private static final String ACCEPTED =
      """
      return -1
      """;

  private static final String SET =
      """
      redis.call('SET', KEYS[2], ARGV[2])
      """;

  private static final long NOT_FENCED = -1;

  private final String key;
  private final Eval redis;

  /** A fence with its mark under {@code key}. */
  public RedisFence(String key, Eval redis) {
    this.key = key;
    this.redis = redis;
  }

  @Override
  public void check(long token) {
    evaluate(CHECK + ACCEPTED, List.of(key), List.of(Long.toString(token)), token);
  }

  /** Sets {@code target} if the token is accepted, as one step. */
  public void set(long token, String target, String value) {
    evaluate(
        CHECK + SET + ACCEPTED, List.of(key, target), List.of(Long.toString(token), value), token);
  }

  /**
   * Runs statements of Lua if the token is accepted, as one step. The statements see their keys
   * from {@code KEYS[2]} on, their arguments from {@code ARGV[2]} on, and return nothing.
   */
  public void run(long token, String statements, List<String> keys, List<String> arguments) {
    evaluate(
        CHECK + statements + "\n" + ACCEPTED,
        prepended(key, keys),
        prepended(Long.toString(token), arguments),
        token);
  }

  private void evaluate(String script, List<String> keys, List<String> arguments, long token) {
    long answer = number(redis.eval(script, keys, arguments));
    if (answer != NOT_FENCED) {
      throw new FencedException(key, token, answer);
    }
  }

  private static List<String> prepended(String first, List<String> rest) {
    return Stream.concat(Stream.of(first), rest.stream()).toList();
  }

  private static long number(@Nullable Object answer) {
    if (answer instanceof Number number) {
      return number.longValue();
    }
    try {
      return Long.parseLong(String.valueOf(answer));
    } catch (NumberFormatException unreadable) {
      throw new IllegalStateException("Redis answered " + answer + ", not a number");
    }
  }
}
