package io.tenure.cli;

import io.tenure.api.InvalidFieldException;
import io.tenure.api.Limits;
import io.tenure.client.calls.EndQuarantineResult;
import io.tenure.client.calls.ShardStatus;
import io.tenure.client.error.UnreachableException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import picocli.CommandLine.Model.CommandSpec;

/** The command {@code tenure shards}: shows the states of the shards, and ends a quarantine. */
final class ShardsCommand implements Command {

  private static final String END = "end-quarantine";
  private static final String ALL = "--all";
  private static final String REASON = "--reason";
  private static final String YES = "--yes";

  /** Stands for the quarantine of a shard with an owner that has not answered. */
  private static final String NOT_KNOWN = "?";

  /**
   * Enough to tell servers apart: {@code tenure-} and eight characters of the name in the data
   * directory.
   */
  private static final int OWNER_SHOWN = 15;

  @Override
  public String name() {
    return "shards";
  }

  @Override
  public CommandSpec spec() {
    return new CommandSpecBuilder(
            name(),
            "[SHARD | end-quarantine SHARD|--all --reason TEXT] [flags]",
            "Shows owner, state and quarantine of the shards, or ends a quarantine.",
            "tenure shards",
            "tenure shards 7",
            "tenure shards --json | jq 'select(.quarantineMs > 0)'",
            "tenure shards end-quarantine 7 --reason \"all workers were restarted\"",
            "tenure shards end-quarantine --all --reason \"no worker runs\" --yes")
        .word("0", "0..1", "SHARD|" + END, "the shard to show; or end a quarantine instead")
        .word("1", "0..1", "SHARD", "the shard in quarantine")
        .mark(ALL, "end the quarantine of every shard that is in quarantine")
        .flag(REASON, "TEXT", "the reason, for the audit")
        .mark(YES, "do not ask for confirmation; required without a terminal")
        .asking();
  }

  @Override
  public int run(ParsedCommand order) {
    String deed = order.word(0);
    if (deed.equals(END)) {
      return end(order);
    }
    if (order.has(ALL) || order.has(REASON) || order.has(YES)) {
      throw new InvalidFieldException(
          END, "is missing; the flags --all, --reason and --yes need it");
    }
    show(order, deed.isEmpty() ? shards(order) : List.of(named(order, deed)));
    return ExitCode.OK;
  }

  private static List<ShardStatus> shards(ParsedCommand order) {
    return order.ask(calls -> calls.shards());
  }

  private static void show(ParsedCommand order, List<ShardStatus> shards) {
    if (order.json()) {
      shards.forEach(shard -> order.out().println(facts(shard).json()));
    } else {
      showTable(order, shards);
    }
    UnreportedQuarantines.elsewhere(shards).forEach(order::say);
  }

  private static void showTable(ParsedCommand order, List<ShardStatus> shards) {
    TextTable table =
        new TextTable(
            order.paint(), "SHARD", "OWNER", "EPOCH", "STATE", "QUARANTINE", "WHY", "NOTE");
    for (ShardStatus shard : shards) {
      table.row(
          Integer.toString(shard.shard()),
          shard.owner().substring(0, Math.min(OWNER_SHOWN, shard.owner().length())),
          shard.epoch() == 0 ? "" : Long.toString(shard.epoch()),
          shard.state().replace('_', ' '),
          quarantine(shard),
          shard.doubt(),
          shard.note());
    }
    table.print(order.out());
    shards.stream()
        .filter(shard -> !shard.doubt().isEmpty())
        .map(shard -> shard.doubt() + ": " + shard.why())
        .distinct()
        .forEach(order::say);
  }

  private static String quarantine(ShardStatus shard) {
    if (!shard.isFromOwner()) {
      return NOT_KNOWN;
    }
    return shard.quarantine().isZero() ? "" : TerminalText.span(shard.quarantine());
  }

  /** Leaves the quarantine out when only a server that does not own the shard has answered. */
  private static JsonLine facts(ShardStatus shard) {
    boolean known = shard.isFromOwner();
    return new JsonLine()
        .with("shard", shard.shard())
        .with("owner", shard.owner())
        .with("epoch", shard.epoch())
        .with("state", shard.state())
        .with("store", shard.store())
        .with("quarantineMs", known ? shard.quarantine().toMillis() : null)
        .with("doubt", known ? shard.doubt() : null)
        .with("why", known ? shard.why() : null)
        .with("note", shard.note());
  }

  private static int end(ParsedCommand order) {
    String reason = order.text(REASON) == null ? "" : order.text(REASON);
    List<String> wrong = new ArrayList<>();
    if (order.has(ALL) == !order.word(1).isEmpty()) {
      wrong.add("name a SHARD or " + ALL + ", one of the two");
    }
    if (reason.isBlank()) {
      wrong.add("give the reason with " + REASON + ", for the audit");
    }
    if (!order.has(YES) && !order.around().readsFromTerminal()) {
      wrong.add("add " + YES + ", because there is no terminal to ask at");
    }
    if (!wrong.isEmpty()) {
      throw new InvalidFieldException(END, "is not complete: " + String.join("; ", wrong));
    }
    boolean all = order.has(ALL);
    List<ShardStatus> named = all ? shards(order) : List.of(named(order, order.word(1)));
    List<String> unknown =
        all ? UnreportedQuarantines.of(named) : UnreportedQuarantines.elsewhere(named);
    Predicate<ShardStatus> ends =
        all
            ? shard -> !shard.quarantine().isZero()
            : shard -> !UnreportedQuarantines.isElsewhere(shard);
    List<ShardStatus> wanted = named.stream().filter(ends).toList();
    if (wanted.isEmpty() && unknown.isEmpty()) {
      order.say("no shard is in quarantine");
      return ExitCode.OK;
    }
    if (!wanted.isEmpty() && !order.has(YES) && !confirmed(order, wanted)) {
      order.say("no quarantine was ended");
      return ExitCode.USAGE;
    }
    for (ShardStatus shard : wanted) {
      print(order, shard, order.ask(calls -> calls.endQuarantine(shard.shard(), reason)));
    }
    if (!unknown.isEmpty()) {
      throw new UnreachableException(String.join("; ", unknown), null);
    }
    return ExitCode.OK;
  }

  private static ShardStatus named(ParsedCommand order, String word) {
    long number = ParsedCommand.number("SHARD", word, 0, Limits.SHARDS_MAX - 1);
    List<ShardStatus> all = shards(order);
    return all.stream()
        .filter(shard -> shard.shard() == number)
        .findAny()
        .orElseThrow(
            () ->
                new InvalidFieldException(
                    "SHARD", "is %d; use 0 to %d".formatted(number, all.size() - 1)));
  }

  private static void print(ParsedCommand order, ShardStatus shard, EndQuarantineResult end) {
    if (order.json()) {
      JsonLine facts = new JsonLine().with("shard", shard.shard()).with("ended", end.ended());
      order
          .out()
          .println(
              facts
                  .with("remainingMs", end.remaining().toMillis())
                  .with("doubt", end.doubt())
                  .json());
    } else if (end.ended()) {
      String says =
          "shard %d: ended, %s before its time (%s)"
              .formatted(shard.shard(), TerminalText.span(end.remaining()), end.doubt());
      order.out().println(TerminalText.cell(says));
    } else {
      order.out().println("shard %d: there was no quarantine".formatted(shard.shard()));
    }
  }

  /** Explains the risk of the command, and until when it lasts. */
  private static boolean confirmed(ParsedCommand order, List<ShardStatus> shards) {
    Duration longest =
        shards.stream().map(ShardStatus::quarantine).max(Duration::compareTo).orElseThrow();
    String until = Instant.now().plus(longest).truncatedTo(ChronoUnit.SECONDS).toString();
    String which =
        shards.size() == 1 ? "shard " + shards.get(0).shard() : shards.size() + " shards";
    order.say("this ends the quarantine of " + which + " at once");
    order.say(
        "a key may get a second holder while the holder of a lost lease still believes in it,"
            + " which may be until "
            + until);
    order.say("answer yes if no such holder runs any more, or if each resource checks its tokens");
    return readLine().strip().toLowerCase(Locale.ROOT).equals("yes");
  }

  private static String readLine() {
    try {
      var input = new InputStreamReader(System.in, Charset.defaultCharset());
      String line = new BufferedReader(input).readLine();
      return line == null ? "" : line;
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }
}
