package io.tenure.cli;

import io.tenure.client.calls.Renewal;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** The command {@code tenure renew}: extends leases. */
final class RenewCommand implements Command {

  @Override
  public String name() {
    return "renew";
  }

  @Override
  public CommandSpec spec() {
    return new CommandSpecBuilder(
            name(),
            "LEASE... [flags]",
            "Renews leases, each for another ttl.",
            "tenure renew \"$lease\"",
            "tenure renew \"$lease\" --json | jq .validForMs")
        .word("0..*", "1..*", "LEASE", "a leaseId, as acquire prints it")
        .asking();
  }

  /** Stops at the first refusal. */
  @Override
  public int run(ParsedCommand order) {
    List<String> leases = order.words(0);
    TextTable table = new TextTable(order.paint(), "TOKEN", "VALID", "RENEW");
    for (String lease : leases) {
      Renewal renewal = order.ask(calls -> calls.renew(lease));
      if (order.json()) {
        JsonLine facts = new JsonLine().with("token", renewal.token());
        Boolean breaking = renewal.breaking() ? Boolean.TRUE : null;
        facts = ValidityText.in(facts, renewal.validity()).with("breaking", breaking);
        order.out().println(facts.json());
      } else {
        table.row(
            Long.toString(renewal.token()),
            ValidityText.valid(renewal.validity()),
            renewal.breaking()
                ? "no use: an operator ends it"
                : ValidityText.renewAfter(renewal.validity()));
        table.print(order.out());
      }
    }
    return ExitCode.OK;
  }
}
