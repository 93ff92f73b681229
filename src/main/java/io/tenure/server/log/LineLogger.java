package io.tenure.server.log;

import java.io.Serial;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.event.KeyValuePair;
import org.slf4j.event.Level;
import org.slf4j.event.LoggingEvent;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;
import org.slf4j.spi.LoggingEventAware;

/** Makes a line of each call of SLF4J that is severe enough. */
final class LineLogger extends LegacyAbstractLogger implements LoggingEventAware {

  @Serial private static final long serialVersionUID = 1;

  private static final String OURS = "io.tenure.";
  private static final String LIBRARY = "library";

  private final transient LineLoggers loggers;
  private final String room;

  LineLogger(String name, LineLoggers loggers) {
    this.name = name;
    this.loggers = loggers;
    room = room(name);
  }

  private static String room(String name) {
    if (name.startsWith(OURS)) {
      int end = name.indexOf('.', OURS.length());
      return name.substring(OURS.length(), end < 0 ? name.length() : end);
    }
    return name.indexOf('.') < 0 ? name : LIBRARY;
  }

  private boolean isOfLibrary() {
    return room.equals(LIBRARY);
  }

  /** The fluent calls of SLF4J come here, with their fields. */
  @Override
  public void log(LoggingEvent event) {
    say(
        event.getLevel(),
        event.getMessage(),
        event.getArgumentArray(),
        event.getKeyValuePairs(),
        event.getThrowable());
  }

  @Override
  protected void handleNormalizedLoggingCall(
      Level level,
      @Nullable Marker marker,
      @Nullable String message,
      Object @Nullable [] arguments,
      @Nullable Throwable thrown) {
    say(level, message, arguments, null, thrown);
  }

  private void say(
      Level level,
      @Nullable String message,
      Object @Nullable [] arguments,
      @Nullable List<KeyValuePair> fields,
      @Nullable Throwable thrown) {
    String says = String.valueOf(MessageFormatter.basicArrayFormat(message, arguments));
    LogLine line = new LogLine(level, room, says, Map.of());
    if (isOfLibrary()) {
      line =
          new LogLine(level, room, LogLine.withoutLogin(says), Map.of()).with("logger", getName());
    }
    if (fields != null) {
      for (KeyValuePair field : fields) {
        line = line.with(field.key, field.value == null ? "null" : field.value);
      }
    }
    loggers.line(thrown == null ? line : line.because(thrown));
  }

  @Override
  public boolean isTraceEnabled() {
    return loggers.takes(Level.TRACE, isOfLibrary());
  }

  @Override
  public boolean isDebugEnabled() {
    return loggers.takes(Level.DEBUG, isOfLibrary());
  }

  @Override
  public boolean isInfoEnabled() {
    return loggers.takes(Level.INFO, isOfLibrary());
  }

  @Override
  public boolean isWarnEnabled() {
    return loggers.takes(Level.WARN, isOfLibrary());
  }

  @Override
  public boolean isErrorEnabled() {
    return loggers.takes(Level.ERROR, isOfLibrary());
  }

  /** Lines name no place in the code. */
  @Override
  protected @Nullable String getFullyQualifiedCallerName() {
    return null;
  }
}
