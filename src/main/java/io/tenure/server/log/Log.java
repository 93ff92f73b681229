package io.tenure.server.log;

import java.util.function.Consumer;

/** Where lines for operators go. May be used from any thread, and never makes it wait. */
@FunctionalInterface
public interface Log {

  void line(LogLine line);

  /** What another room says in one line each. */
  default Consumer<String> of(String room) {
    return says -> line(LogLine.info(room, says));
  }
}
