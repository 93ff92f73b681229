package io.tenure.cli;

import io.tenure.api.InvalidFieldException;
import picocli.AutoComplete;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The command {@code tenure completion}: prints the script by which a shell completes commands and
 * flags.
 */
final class CompletionCommand implements Command {

  private static final String BASH = "bash";
  private static final String ZSH = "zsh";

  @Override
  public String name() {
    return "completion";
  }

  @Override
  public CommandSpec spec() {
    return new CommandSpecBuilder(
            name(),
            "[bash|zsh]",
            "Prints a script that completes commands and flags in a shell.",
            "source <(tenure completion bash)",
            "tenure completion bash > ~/.local/share/bash-completion/completions/tenure")
        .word("0", "0..1", "SHELL", "bash or zsh (bash)")
        .done();
  }

  @Override
  public int run(ParsedCommand order) {
    String shell = order.word(0);
    if (!shell.isEmpty() && !shell.equals(BASH) && !shell.equals(ZSH)) {
      throw new InvalidFieldException("SHELL", "is \"" + shell + "\"; use bash or zsh");
    }
    order.out().println(AutoComplete.bash("tenure", order.tree()));
    return ExitCode.OK;
  }
}
