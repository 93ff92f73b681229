package io.tenure.server.log;

import java.util.Map;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/**
 * Puts what Vert.x, Netty and the Redis client have to say into our log, from warnings up. They
 * choose the logging of the JDK by themselves where there is no other.
 */
public final class LibraryLog extends Handler {

  /** Strongly held: the JDK forgets loggers, and their levels, that nobody holds. */
  private static final Logger ROOT = Logger.getLogger("");

  private static final SimpleFormatter MESSAGE = new SimpleFormatter();

  private final Log log;

  private LibraryLog(Log log) {
    this.log = log;
  }

  public static void goesTo(Log log) {
    LogManager.getLogManager().reset();
    ROOT.setLevel(Level.WARNING);
    ROOT.addHandler(new LibraryLog(log));
  }

  @Override
  public void publish(LogRecord said) {
    if (said.getLevel().intValue() < Level.WARNING.intValue()) {
      return;
    }
    LogLine.Level level =
        said.getLevel().intValue() >= Level.SEVERE.intValue()
            ? LogLine.Level.ERROR
            : LogLine.Level.WARN;
    String message = LogLine.withoutLogin(MESSAGE.formatMessage(said));
    LogLine line = new LogLine(level, "library", message, Map.of());
    line = line.with("logger", String.valueOf(said.getLoggerName()));
    log.line(said.getThrown() == null ? line : line.because(said.getThrown()));
  }

  @Override
  public void flush() {
    // Every line leaves at once.
  }

  @Override
  public void close() {
    // Nothing is held.
  }
}
