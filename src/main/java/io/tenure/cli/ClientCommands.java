package io.tenure.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import reactor.core.publisher.Hooks;

/** The commands that send requests to a server. */
public final class ClientCommands {

  private static final List<Command> ALL =
      List.of(
          new HoldCommand(),
          new AcquireCommand(),
          new RenewCommand(),
          new ReleaseCommand(),
          new GetCommand(),
          new ListCommand(),
          new WatchCommand(),
          new ElectCommand(),
          new BreakCommand(),
          new FenceCommand(),
          new ShardsCommand(),
          new TopCommand(),
          new CompletionCommand());

  private final CommandEnvironment around;

  public ClientCommands(CommandEnvironment around) {
    this.around = around;
  }

  /** In the order in which people need them. */
  public static Map<String, Supplier<CommandSpec>> specs() {
    Map<String, Supplier<CommandSpec>> specs = new LinkedHashMap<>();
    ALL.forEach(command -> specs.put(command.name(), command::spec));
    return specs;
  }

  /** Returns the exit code. */
  public int run(ParseResult parsed) {
    ParsedCommand order = new ParsedCommand(parsed, around);
    // An error that comes after its request was given up concerns no caller any more.
    Hooks.onErrorDropped(late -> {});
    try {
      return named(parsed.commandSpec().name()).run(order);
    } catch (InterruptedException interrupted) {
      return ExitCode.INTERRUPTED;
    } catch (RuntimeException thrown) {
      return new CommandErrors(order).of(thrown);
    } finally {
      around.out().flush();
    }
  }

  private static Command named(String name) {
    return ALL.stream().filter(command -> command.name().equals(name)).findAny().orElseThrow();
  }
}
