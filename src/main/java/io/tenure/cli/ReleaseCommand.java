package io.tenure.cli;

import io.tenure.client.calls.Released;
import picocli.CommandLine.Model.CommandSpec;

/** The command {@code tenure release}: ends leases. */
final class ReleaseCommand implements Command {

  @Override
  public String name() {
    return "release";
  }

  @Override
  public CommandSpec spec() {
    return new CommandSpecBuilder(
            name(),
            "LEASE... [flags]",
            "Releases leases; the first waiter of each key gets it at once.",
            "tenure release \"$lease\"")
        .word("0..*", "1..*", "LEASE", "a leaseId, as acquire prints it")
        .asking();
  }

  @Override
  public int run(ParsedCommand order) {
    for (String lease : order.words(0)) {
      Released released = order.ask(calls -> calls.release(lease));
      if (order.json()) {
        order
            .out()
            .println(
                new JsonLine()
                    .with("token", released.token())
                    .with("agoMs", released.ago().toMillis())
                    .json());
      } else {
        String ago =
            released.ago().isZero() ? "" : ", " + TerminalText.span(released.ago()) + " ago";
        order.out().println("released token " + released.token() + ago);
      }
    }
    return ExitCode.OK;
  }
}
