package io.tenure.cli;

import io.tenure.client.calls.HolderInfo;
import io.tenure.client.calls.KeyView;
import java.util.OptionalInt;
import picocli.CommandLine.Model.CommandSpec;

/** The command {@code tenure get}: shows the holders of a key. */
final class GetCommand implements Command {

  @Override
  public String name() {
    return "get";
  }

  @Override
  public CommandSpec spec() {
    return new CommandSpecBuilder(
            name(),
            "KEY [flags]",
            "Shows the holders of a key, since when, for how long still. Exits with 66 if none.",
            "tenure get jobs/nightly",
            "tenure get jobs/nightly --json | jq -r '.holders[0].value'")
        .word("0", "1", "KEY", "the key")
        .asking();
  }

  @Override
  public int run(ParsedCommand order) {
    KeyView view = order.ask(calls -> calls.key(order.word(0)));
    if (order.json()) {
      JsonLine facts =
          new JsonLine()
              .with("key", view.key())
              .with("held", view.isHeld())
              .with("holders", view.holders().stream().map(JsonLine::of).toList())
              .with("waiters", view.waiters())
              .with("revision", view.revision());
      if (!view.barred().isZero()) {
        facts.with("barredMs", view.barred().toMillis());
      }
      view.quarantinedShard().ifPresent(shard -> facts.with("quarantinedShard", shard));
      order.out().println(facts.json());
    } else if (view.isHeld()) {
      HolderTable table = new HolderTable(order.paint());
      for (HolderInfo holding : view.holders()) {
        table.row(holding);
      }
      table.print(order.out());
    }
    if (view.waiters() > 0 && !order.json()) {
      order.say(
          view.waiters() + (view.waiters() == 1 ? " caller waits" : " callers wait") + " for it");
    }
    OptionalInt shard = view.quarantinedShard();
    boolean barred = !view.barred().isZero() && shard.isEmpty();
    if (!view.isHeld()) {
      String still = barred ? "; it is locked for another " + TerminalText.span(view.barred()) : "";
      order.say(view.key() + " has no holder" + still);
    }
    shard.ifPresent(number -> order.say(TerminalText.quarantine(number, view.barred())));
    return view.isHeld() ? ExitCode.OK : ExitCode.NOT_FOUND;
  }
}
