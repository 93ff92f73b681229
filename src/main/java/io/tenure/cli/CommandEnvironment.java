package io.tenure.cli;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * What a command finds around it.
 *
 * @param out for data
 * @param err for messages
 * @param terminals the descriptors that are terminals, such as {@code 012}
 * @param launcher the process that waits for us; 0: none does
 * @param words where the launcher says which signals it hears; empty: it says nothing
 * @param durations reads what stands behind a flag as everybody here writes durations
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

  /** See no-color.org. */
  boolean showsColours() {
    return writesToTerminal() && variable("NO_COLOR").isEmpty() && !variable("TERM").equals("dumb");
  }

  /** The launcher was killed. */
  boolean isAbandoned() {
    return launcher != 0
        && ProcessHandle.current().parent().map(ProcessHandle::pid).orElse(0L) != launcher;
  }

  /** Empty when it is not set. */
  String variable(String name) {
    return variables.getOrDefault(name, "");
  }
}
