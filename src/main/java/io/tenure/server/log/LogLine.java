package io.tenure.server.log;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One change of state, or one answer where that was asked for, as an operator should know it. Never
 * holds a leaseId or a password.
 *
 * @param room where it happened
 * @param says what happened, complete as it stands
 * @param fields the same for programs
 */
public record LogLine(Level level, String room, String says, Map<String, Object> fields) {

  private static final Pattern LOGIN = Pattern.compile("://[^\\s/@]*@");
  private static final int STEPS = 5;

  enum Level {
    INFO,
    WARN,
    ERROR
  }

  public LogLine {
    fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
  }

  public static LogLine info(String room, String says) {
    return new LogLine(Level.INFO, room, says, Map.of());
  }

  public static LogLine warn(String room, String says) {
    return new LogLine(Level.WARN, room, says, Map.of());
  }

  public static LogLine error(String room, String says) {
    return new LogLine(Level.ERROR, room, says, Map.of());
  }

  /** The last steps are enough to find it; the whole way would not fit into a line. */
  public LogLine because(Throwable thrown) {
    List<String> way =
        Stream.of(thrown.getStackTrace())
            .limit(STEPS)
            .map(StackTraceElement::toString)
            .collect(Collectors.toList());
    return with("cause", withoutLogin(thrown.toString())).with("at", way);
  }

  /** Without what stands before the host in an address. */
  public static String withoutLogin(String text) {
    return LOGIN.matcher(text).replaceAll("://");
  }

  public LogLine with(String name, Object value) {
    Map<String, Object> more = new LinkedHashMap<>(fields);
    more.put(name, value);
    return new LogLine(level, room, says, more);
  }
}
