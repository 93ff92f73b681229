package io.tenure.cli;

import picocli.CommandLine.Model.CommandSpec;

/** One command of {@code tenure}: its help, and its action. */
interface Command {

  String name();

  CommandSpec spec();

  /** Returns the exit code. Exceptions leave the method, and {@link CommandErrors} reports them. */
  int run(ParsedCommand order) throws InterruptedException;
}
