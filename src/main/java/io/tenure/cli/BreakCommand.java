package io.tenure.cli;

import io.tenure.api.Limits;
import io.tenure.client.calls.BreakRequest;
import io.tenure.client.calls.BreakResult;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;

/** The command {@code tenure break}: an operator ends the tenures of a key. */
final class BreakCommand implements Command {

  private static final String TOKEN = "--token";
  private static final String GRACE = "--grace";
  private static final String REASON = "--reason";
  private static final String AT_END_OF_TTL = "ttl";

  @Override
  public String name() {
    return "break";
  }

  @Override
  public CommandSpec spec() {
    return new CommandSpecBuilder(
            name(),
            "KEY [flags]",
            "Breaks the leases of a key. The server reports this to their holders and to watchers.",
            "tenure break jobs/nightly --token 905969664 --reason \"stuck since noon\"",
            "tenure break jobs/nightly --grace 30s",
            "tenure break jobs/nightly --grace ttl")
        .word("0", "1", "KEY", "the key")
        .flag(TOKEN, "N", "only the lease with this token, as get shows it (all leases of the key)")
        .flag(
            GRACE,
            CommandSpecBuilder.DURATION,
            "end the lease after this time; ttl: when its ttl ends (at once)")
        .flag(REASON, "TEXT", "the reason, for the audit, the holders and the watchers")
        .asking();
  }

  @Override
  public int run(ParsedCommand order) {
    String reason = order.text(REASON);
    BreakRequest wish = BreakRequest.now(order.word(0), reason == null ? "" : reason);
    if (order.has(TOKEN)) {
      wish = wish.withToken(order.number(TOKEN, 0, 1, Limits.WHOLE_MAX));
    }
    BreakRequest whole =
        AT_END_OF_TTL.equals(order.text(GRACE))
            ? wish.whenItsTtlEnds()
            : order.has(GRACE) ? wish.withGrace(order.duration(GRACE, Duration.ZERO)) : wish;
    print(order, order.ask(calls -> calls.breakOff(whole)));
    return ExitCode.OK;
  }

  private static void print(ParsedCommand order, BreakResult broken) {
    List<Long> tokens = broken.tokens();
    if (order.json()) {
      order
          .out()
          .println(new JsonLine().with("tokens", tokens).with("atOnce", broken.atOnce()).json());
    } else {
      String all = tokens.stream().map(String::valueOf).collect(Collectors.joining(", "));
      order
          .out()
          .println((broken.atOnce() ? "broken: token " : "ends after its grace: token ") + all);
    }
  }
}
