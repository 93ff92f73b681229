package io.tenure.cli;

import picocli.CommandLine.Model.CommandSpec;

/** One word after {@code tenure}: what it says of itself, and what it does. */
interface Command {

  String name();

  CommandSpec spec();

  /**
   * Returns the code to leave with. What goes wrong is thrown, and said by {@link CommandErrors}.
   */
  int run(ParsedCommand order) throws InterruptedException;
}
