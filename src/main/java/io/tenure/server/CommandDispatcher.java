package io.tenure.server;

import io.tenure.api.InvalidFieldException;
import io.tenure.cli.ClientCommands;
import io.tenure.cli.CommandEnvironment;
import io.tenure.cli.ExitCode;
import io.tenure.server.config.ConfigError;
import io.tenure.server.config.ServerOptions;
import io.tenure.server.config.Setting;
import io.tenure.server.config.SpellingSuggestion;
import io.tenure.wire.DurationReader;
import java.io.PrintStream;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Dispatches the words after {@code tenure}, and reports words that make no sense. */
final class CommandDispatcher {

  /** Replaces an exit code: a server runs from now on. */
  static final int GOES_ON = -1;

  private static final String SERVE = "serve";
  private static final String HELP = "help";

  /** These commands describe all commands. */
  private static final Set<String> WHOLE = Set.of(HELP, "completion");

  private static final String SEE_HELP = " ./tenure help ";
  private static final String SEE = "; see ./tenure help";

  /** A word with these may be the address of a store, and is not shown: it may hold a password. */
  private static final Pattern MAY_BE_LOGIN = Pattern.compile("@|://|^-.*:");

  private final String[] words;
  private final CommandLine line;
  private final ClientCommands clients;
  private final Map<String, String> variables;
  private final PrintStream out;
  private final PrintStream err;
  private final Consumer<ServerOptions> serve;

  /**
   * Prepares the dispatch.
   *
   * @param serve begins to run a server, and returns
   */
  CommandDispatcher(CommandEnvironment around, Consumer<ServerOptions> serve, String... words) {
    this.serve = serve;
    this.words = words;
    variables = around.variables();
    out = around.out();
    err = around.err();
    clients = new ClientCommands(around);
    line = line(words);
    line.setExpandAtFiles(false);
    line.setUsageHelpAutoWidth(around.writesToTerminal());
  }

  /**
   * Builds only the command that is asked for, if there is one: to build all of them takes longer
   * than an answer.
   */
  private static CommandLine line(String... words) {
    Map<String, Supplier<CommandSpec>> all = new LinkedHashMap<>();
    all.put(SERVE, ServeFlags::spec);
    all.putAll(ClientCommands.specs());
    all.put(VersionCommand.NAME, VersionCommand::spec);
    all.put(HELP, CommandDispatcher::help);
    boolean one = words.length > 0 && all.containsKey(words[0]) && !WHOLE.contains(words[0]);
    CommandLine line = new CommandLine(tenure());
    all.forEach(
        (name, spec) -> {
          if (!one || name.equals(words[0])) {
            line.addSubcommand(name, new CommandLine(spec.get()));
          }
        });
    return line;
  }

  /** Reads the notation of durations that all parts of the program use. */
  static Duration duration(String flag, String text) {
    return Duration.ofMillis(DurationReader.millis(flag, text));
  }

  /** Whether a server will run, unless its settings are wrong. */
  static boolean serves(String... words) {
    return words.length > 0 && words[0].equals(SERVE);
  }

  /** Returns the exit code, or {@link #GOES_ON}. */
  int run() {
    try {
      return run(line.parseArgs(words));
    } catch (ParameterException senseless) {
      err.println("tenure: " + complaint(senseless));
      return ExitCode.USAGE;
    } catch (InvalidFieldException wrong) {
      err.println("tenure: " + wrong.getMessage());
      return ExitCode.USAGE;
    } catch (ConfigError wrong) {
      err.println("tenure: " + wrong.getMessage());
      return wrong.exitCode();
    }
  }

  private int run(ParseResult parsed) {
    if (parsed.isVersionHelpRequested()) {
      out.println("tenure " + Version.TEXT);
      return ExitCode.OK;
    } else if (parsed.isUsageHelpRequested()) {
      line.usage(out);
      return ExitCode.OK;
    } else if (!parsed.hasSubcommand()) {
      line.usage(err);
      return ExitCode.USAGE;
    }
    ParseResult command = parsed.subcommand();
    String name = command.commandSpec().name();
    if (name.equals(HELP)) {
      return help(command.matchedPositionalValue(0, ""));
    } else if (command.isUsageHelpRequested()) {
      return help(name);
    }
    if (name.equals(VersionCommand.NAME)) {
      VersionCommand.run(out, variables);
      return ExitCode.OK;
    }
    if (!name.equals(SERVE)) {
      return clients.run(command);
    }
    serve.accept(ServeFlags.setup(command, variables));
    return GOES_ON;
  }

  private int help(String name) {
    CommandLine about = name.isEmpty() ? line : line.getSubcommands().get(name);
    if (about == null) {
      throw new ConfigError(noCommand(name));
    }
    about.usage(out);
    return ExitCode.OK;
  }

  private String complaint(ParameterException senseless) {
    String command = senseless.getCommandLine().getCommandName();
    if (senseless instanceof UnmatchedArgumentException unmatched) {
      String word = unmatched.getUnmatched().get(0);
      return word.startsWith("-") ? noFlag(word, command) : noWord(word, command);
    } else if (senseless instanceof OverwrittenOptionException twice) {
      return twice.getOverwritten().paramLabel().isEmpty()
          ? String.valueOf(senseless.getMessage())
          : name(twice.getOverwritten()) + " is given twice; use it once";
    } else if (senseless instanceof MissingParameterException missing
        && missing.getMissing().get(0) instanceof OptionSpec flag) {
      return name(flag) + " needs a value; write " + name(flag) + " " + flag.paramLabel();
    } else if (senseless instanceof MissingParameterException missing) {
      return missing.getMissing().get(0).paramLabel() + " is missing" + SEE + " " + command;
    }
    return String.valueOf(senseless.getMessage()).replaceAll("\\s+", " ") + SEE;
  }

  private String noFlag(String word, String command) {
    String flag = word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
    if (!command.equals(SERVE) && Setting.names(Setting::flag).contains(flag)) {
      return flag + " belongs to serve; write ./tenure serve " + flag + " ...";
    }
    String about = command.equals("tenure") ? SERVE : command;
    CommandLine meant = Objects.requireNonNull(line.getSubcommands().get(about));
    Set<String> known = meant.getCommandSpec().optionsMap().keySet();
    String remedy =
        command.equals("hold") ? "; write -- before the command that hold runs, or see" : "; see";
    return "there is no flag "
        + (MAY_BE_LOGIN.matcher(flag).find() ? "with this name" : flag)
        + SpellingSuggestion.hint(flag, known)
        + remedy
        + SEE_HELP
        + about;
  }

  private String noWord(String word, String command) {
    if (command.equals("tenure")) {
      return noCommand(word);
    }
    String takes = command.equals(SERVE) ? "flags only" : "no more words";
    String shown = MAY_BE_LOGIN.matcher(word).find() ? "an address" : "\"" + word + "\"";
    return command + " takes " + takes + ", not " + shown + "; see" + SEE_HELP + command;
  }

  private String noCommand(String name) {
    return "there is no command "
        + (MAY_BE_LOGIN.matcher(name).find() ? "with this name" : name)
        + SpellingSuggestion.hint(name, line.getSubcommands().keySet())
        + SEE;
  }

  private static String name(CommandLine.Model.ArgSpec flag) {
    return ((OptionSpec) flag).longestName();
  }

  private static CommandSpec tenure() {
    return CommandSpec.create()
        .name("tenure")
        .usageMessage(
            new UsageMessageSpec()
                .description("A lease server: exclusive, fenced ownership of keys, for a time.", "")
                .synopsisHeading("Usage: ")
                .customSynopsis("tenure [-hV] COMMAND")
                .commandListHeading("%nCommands:%n"))
        .addOption(
            OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .description("show this page")
                .build())
        .addOption(
            OptionSpec.builder("-V", "--version")
                .versionHelp(true)
                .description("show the version")
                .build());
  }

  private static CommandSpec help() {
    return CommandSpec.create()
        .name(HELP)
        .usageMessage(new UsageMessageSpec().description("Shows the help of a command."))
        .addPositional(
            PositionalParamSpec.builder()
                .index("0")
                .arity("0..1")
                .type(String.class)
                .paramLabel("COMMAND")
                .description("the command")
                .build());
  }
}
