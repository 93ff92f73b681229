package io.tenure.cli;

import io.tenure.api.InvalidFieldException;
import io.tenure.api.Limits;
import io.tenure.client.calls.LeaseCalls;
import picocli.CommandLine.Model.CommandSpec;
import reactor.core.publisher.Mono;

/** The command {@code tenure fence}: refuses a token that is smaller than one seen before. */
final class FenceCommand implements Command {

  private static final String DELETE = "--delete";

  @Override
  public String name() {
    return "fence";
  }

  @Override
  public CommandSpec spec() {
    return new CommandSpecBuilder(
            name(),
            "NAME [TOKEN] [flags]",
            "Checks a token at a fence; exits with 77 if the fence has seen a larger one.",
            "tenure fence backups \"$TENURE_TOKEN\" && mv new.tar current.tar",
            "tenure fence backups",
            "tenure fence backups 171966465 --delete")
        .word("0", "1", "NAME", "the fence; its first use creates it")
        .word(
            "1",
            "0..1",
            "TOKEN",
            "the token; without it, the largest that the fence has seen is shown")
        .mark(
            DELETE, "delete the fence if TOKEN is still its largest; it then accepts older tokens")
        .asking();
  }

  @Override
  public int run(ParsedCommand order) {
    String fence = order.word(0);
    String token = order.word(1);
    if (token.isEmpty() && order.has(DELETE)) {
      throw new InvalidFieldException(
          DELETE, "needs the TOKEN that the fence shows, so that no fence in use is deleted");
    }
    long mark = order.ask(calls -> asked(order, calls, fence, token));
    order
        .out()
        .println(
            order.json()
                ? new JsonLine().with("fence", fence).with("token", mark).json()
                : Long.toString(mark));
    return ExitCode.OK;
  }

  private static Mono<Long> asked(
      ParsedCommand order, LeaseCalls calls, String fence, String token) {
    if (token.isEmpty()) {
      return calls.readFence(fence);
    }
    long number = ParsedCommand.number("TOKEN", token, 1, Limits.WHOLE_MAX);
    return order.has(DELETE) ? calls.dropFence(fence, number) : calls.raiseFence(fence, number);
  }
}
