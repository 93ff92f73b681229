package io.tenure.server.log;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * One line of the log: a change of state, or an answer where that was asked for. Never holds a
 * leaseId or a password.
 *
 * @param room the package in which it happened
 * @param says the event, complete by itself
 * @param fields the same for programs
 */
public record LogLine(Level level, String room, String says, Map<String, Object> fields) {

  /** Up to the last @ of a word: a password may hold every other character. */
  private static final Pattern LOGIN = Pattern.compile("://\\S*@");

  private static final Pattern LOGIN_FIELD = Pattern.compile("([?&](user|password)=)[^\\s&]*");

  /** The last steps are enough to find the place; all of them would not fit into a line. */
  private static final int STEPS = 5;

  /** More causes than any exception has in earnest; one that causes itself ends here. */
  private static final int CAUSES_MAX = 8;

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

  /** Tells what was thrown, from where, and what caused that. */
  public LogLine because(Throwable thrown) {
    LogLine line = with("cause", told(thrown)).with("at", steps(thrown));
    List<String> causes = new ArrayList<>();
    for (Throwable cause = thrown.getCause();
        cause != null && causes.size() < CAUSES_MAX;
        cause = cause.getCause()) {
      causes.add(told(cause) + " at " + steps(cause));
    }
    return causes.isEmpty() ? line : line.with("causes", causes);
  }

  private static String told(Throwable thrown) {
    return withoutLogin(thrown.toString());
  }

  private static List<String> steps(Throwable thrown) {
    return Stream.of(thrown.getStackTrace())
        .limit(STEPS)
        .map(StackTraceElement::toString)
        .collect(Collectors.toList());
  }

  /** Says this line to a logger of SLF4J. */
  public void sayTo(Logger log) {
    LoggingEventBuilder line = log.atLevel(level);
    for (Map.Entry<String, Object> field : fields.entrySet()) {
      line = line.addKeyValue(field.getKey(), field.getValue());
    }
    line.log(says);
  }

  /** Removes user and password from the addresses in a text. */
  public static String withoutLogin(String text) {
    String withoutFields = LOGIN_FIELD.matcher(text).replaceAll("$1");
    return LOGIN.matcher(withoutFields).replaceAll("://");
  }

  public LogLine with(String name, Object value) {
    Map<String, Object> more = new LinkedHashMap<>(fields);
    more.put(name, value);
    return new LogLine(level, room, says, more);
  }
}
