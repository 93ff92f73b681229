package io.tenure.store.embedded;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The version of a Redis, which decides whether it can read the data of another one. */
record RedisVersion(int major, int minor, String full) implements Comparable<RedisVersion> {

  /** The first version with all the features that the server needs. */
  static final RedisVersion OLDEST = new RedisVersion(6, 2, "6.2");

  private static final Pattern PATTERN = Pattern.compile("((\\d{1,4})\\.(\\d{1,4})[.\\w-]{0,40})");
  private static final Pattern ANSWER = Pattern.compile("\\bv=" + PATTERN.pattern());

  /** Null if {@code text} is no version. */
  static @Nullable RedisVersion of(String text) {
    return first(PATTERN, text);
  }

  /** Null if {@code answer} is not the answer of a Redis to the question for its version. */
  static @Nullable RedisVersion said(String answer) {
    return first(ANSWER, answer);
  }

  private static @Nullable RedisVersion first(Pattern pattern, String text) {
    var found = pattern.matcher(text);
    return found.find()
        ? new RedisVersion(
            Integer.parseInt(found.group(2)), Integer.parseInt(found.group(3)), found.group(1))
        : null;
  }

  boolean isOlderThan(RedisVersion other) {
    return compareTo(other) < 0;
  }

  @Override
  public int compareTo(RedisVersion other) {
    return major != other.major
        ? Integer.compare(major, other.major)
        : Integer.compare(minor, other.minor);
  }
}
