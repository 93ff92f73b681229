package io.tenure.server.log;

/** Takes the lines of a log. May be used from any thread, and never makes it wait. */
@FunctionalInterface
public interface LineSink {

  void line(LogLine line);
}
