package io.tenure.cli;

import io.tenure.client.ClientOptions;
import io.tenure.client.TenureClient;
import io.tenure.client.calls.HolderInfo;
import io.tenure.client.calls.KeyPage;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** The command {@code tenure ls}: lists the held keys. */
final class ListCommand implements Command {

  private static final String EXPIRING = "--expiring";
  private static final int PAGE = 500;

  @Override
  public String name() {
    return "ls";
  }

  @Override
  public CommandSpec spec() {
    return new CommandSpecBuilder(
            name(),
            "[PREFIX] [flags]",
            "Lists the keys that are held, in no particular order.",
            "tenure ls",
            "tenure ls jobs/ --holder worker-7",
            "tenure ls --expiring 5s --json | jq -r .key")
        .word("0", "0..1", "PREFIX", "only keys that start with PREFIX")
        .flag(CommandSpecBuilder.HOLDER, "NAME", "only keys that this holder has")
        .flag(
            EXPIRING,
            CommandSpecBuilder.DURATION,
            "only leases that end within this time unless they are renewed")
        .asking();
  }

  @Override
  public int run(ParsedCommand order) {
    String prefix = order.word(0);
    String holder = order.text(CommandSpecBuilder.HOLDER);
    Duration expiring = order.has(EXPIRING) ? order.duration(EXPIRING, Duration.ZERO) : null;
    ClientOptions options = order.options().withoutStream();
    HolderTable table = new HolderTable(order.paint());
    long shown = 0;
    try (TenureClient client = TenureClient.connect(options)) {
      String cursor = null;
      do {
        KeyPage page =
            ParsedCommand.answer(client.calls().keys(prefix, cursor, PAGE), options.timeout());
        for (HolderInfo each : page.keys()) {
          if ((holder == null || holder.equals(each.holder())) && endsWithin(each, expiring)) {
            shown++;
            row(order, table, each);
          }
        }
        if (!order.json() && shown > 0) {
          table.print(order.out());
        }
        cursor = page.cursor();
      } while (cursor != null && !order.out().checkError());
    }
    if (shown == 0 && !order.json()) {
      order.say("no such key is held");
    }
    return ExitCode.OK;
  }

  private static void row(ParsedCommand order, HolderTable table, HolderInfo holding) {
    if (order.json()) {
      order.out().println(JsonLine.of(holding).json());
    } else {
      table.row(holding);
    }
  }

  private static boolean endsWithin(HolderInfo holding, @Nullable Duration expiring) {
    return expiring == null
        || holding.remaining() != null && holding.remaining().compareTo(expiring) <= 0;
  }
}
