package io.tenure.server.log;

import java.time.Instant;
import org.slf4j.ILoggerFactory;
import org.slf4j.Logger;
import org.slf4j.event.Level;

/**
 * Makes the loggers of SLF4J that write lines for operators. A logger with the name of a class of
 * Tenure speaks for its package, and one with a name without dots for the room of that name. Every
 * other logger is that of a library: its warnings and errors are written at each level.
 */
public final class LineLoggers implements ILoggerFactory {

  /**
   * The loggers that SLF4J hands out. Until a server sets where their lines go, warnings go to
   * stderr: a short command has no log.
   */
  public static final LineLoggers OF_PROCESS =
      new LineLoggers(
          line -> System.err.println(LogFormat.TEXT.write(Instant.now(), line)), Level.WARN);

  private volatile LineSink sink;
  private volatile Level level;

  public LineLoggers(LineSink sink, Level level) {
    this.sink = sink;
    this.level = level;
  }

  /** Lines of {@code least} and more severe ones go to {@code to} from now on. */
  public void writeTo(LineSink to, Level least) {
    sink = to;
    level = least;
  }

  /** A logger is small, and the libraries keep theirs: none is remembered here. */
  @Override
  public Logger getLogger(String name) {
    return new LineLogger(name, this);
  }

  boolean takes(Level asked, boolean fromLibrary) {
    int least = level.toInt();
    return asked.toInt() >= (fromLibrary ? Math.max(least, Level.WARN.toInt()) : least);
  }

  void line(LogLine line) {
    sink.line(line);
  }
}
