package io.tenure.cli;

import picocli.CommandLine.Model.CommandSpec;

/** {@code tenure fence}: refuses whoever comes with a token smaller than one that was seen. */
final class FenceCommand implements Command {

  private static final long TOKEN_MAX = (1L << 53) - 1;

  @Override
  public String name() {
    return "fence";
  }

  @Override
  public CommandSpec spec() {
    return new Page(
            name(),
            "NAME [TOKEN] [flags]",
            "Shows a token at a fence: leaves with 77 if a larger one was seen there.",
            "tenure fence backups \"$TENURE_TOKEN\" && mv new.tar current.tar",
            "tenure fence backups")
        .word("0", "1", "NAME", "the fence; it begins to exist when first used")
        .word("1", "0..1", "TOKEN", "the token; without it the largest that was seen is shown")
        .asking();
  }

  @Override
  public int run(Order order) {
    String fence = order.word(0);
    String token = order.word(1);
    long mark =
        token.isEmpty()
            ? order.ask(calls -> calls.readFence(fence))
            : order.ask(
                calls -> calls.raiseFence(fence, Order.number("TOKEN", token, 1, TOKEN_MAX)));
    order
        .out()
        .println(
            order.json()
                ? new Facts().with("fence", fence).with("token", mark).json()
                : Long.toString(mark));
    return ExitCode.OK;
  }
}
