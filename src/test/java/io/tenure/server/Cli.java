package io.tenure.server;

import io.tenure.cli.CommandEnvironment;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Runs the command line in this process, and remembers its last output. */
final class Cli {

  private final Map<String, String> variables = new HashMap<>();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private String terminals = "";

  Cli(String address) {
    variables.put("TENURE_ADDR", address);
  }

  Cli with(String variable, String value) {
    variables.put(variable, value);
    return this;
  }

  Cli onTerminal() {
    terminals = "012";
    return this;
  }

  /** Returns the exit code. */
  int run(String... words) {
    out.reset();
    err.reset();
    CommandEnvironment around =
        new CommandEnvironment(
            variables,
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            terminals,
            0,
            "",
            CommandDispatcher::duration);
    CommandDispatcher commands =
        new CommandDispatcher(
            around,
            setup -> {
              throw new AssertionError("nobody asked for a server");
            },
            words);
    return commands.run();
  }

  String output(String... words) {
    run(words);
    return out();
  }

  String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  String err() {
    return err.toString(StandardCharsets.UTF_8);
  }

  /** The field of this name in the printed JSON. */
  String field(String name) {
    Matcher field = Pattern.compile("\"" + name + "\":\"?([^\",}]+)").matcher(out());
    if (!field.find()) {
      throw new AssertionError("no " + name + " in " + out() + err());
    }
    return field.group(1);
  }
}
