package io.tenure.cli;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * The surroundings of a command: its streams, its terminals, its variables and its launcher.
 *
 * @param out for data
 * @param err for messages
 * @param terminals the descriptors that are terminals, such as {@code 012}
 * @param launcher the process that waits for this one; 0: none does
 * @param words the file in which the launcher reports the signals that it gets; empty: it reports
 *     none
 * @param durations reads the value of a flag in the notation of durations that the server uses
 */
public record CommandEnvironment(
    Map<String, String> variables,
    PrintStream out,
    PrintStream err,
    String terminals,
    long launcher,
    String words,
    BiFunction<String, String, Duration> durations) {

  private static final String STANDARD_INPUT = "0";
  private static final String STANDARD_OUTPUT = "1";

  boolean readsFromTerminal() {
    return terminals.contains(STANDARD_INPUT);
  }

  public boolean writesToTerminal() {
    return terminals.contains(STANDARD_OUTPUT);
  }

  /** Whether to use colours; see no-color.org. */
  boolean showsColours() {
    return writesToTerminal() && variable("NO_COLOR").isEmpty() && !variable("TERM").equals("dumb");
  }

  /** Whether the launcher was killed. */
  boolean isAbandoned() {
    return launcher != 0
        && ProcessHandle.current().parent().map(ProcessHandle::pid).orElse(0L) != launcher;
  }

  /** Empty when it is not set. */
  String variable(String name) {
    return variables.getOrDefault(name, "");
  }
}
