package io.tenure.cli;

import io.tenure.api.InvalidFieldException;
import io.tenure.client.TenureClient;
import io.tenure.client.calls.HolderInfo;
import io.tenure.client.calls.WatchEvent;
import io.tenure.client.calls.WatchRequest;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** The command {@code tenure watch}: prints the events of keys, until it is interrupted. */
final class WatchCommand implements Command {

  private static final String KEY = "--key";
  private static final String FROM = "--from";
  private static final String START = "start";

  /** The number of events on their way to a slow terminal, before the server is asked to wait. */
  private static final int AHEAD = 64;

  @Override
  public String name() {
    return "watch";
  }

  @Override
  public CommandSpec spec() {
    return new CommandSpecBuilder(
            name(),
            "[PREFIX] [flags]",
            "Shows the events of keys as they happen, until it is interrupted.",
            "tenure watch jobs/",
            "tenure watch --key jobs/nightly --from start",
            "tenure watch --json | jq 'select(.event==\"expired\")'")
        .word("0", "0..1", "PREFIX", "only keys that start with PREFIX")
        .flag(KEY, "KEY", "only this key")
        .flag(
            FROM,
            "CURSOR",
            "start: show first the keys that are held; or the cursor of an event (now)")
        .note(
            "It reconnects by itself, and shows the events that it missed. If the server",
            "has forgotten them, it shows resync, and then the keys that are held.")
        .asking();
  }

  @Override
  public int run(ParsedCommand order) {
    String key = order.text(KEY);
    if (key != null && !order.word(0).isEmpty()) {
      throw new InvalidFieldException(KEY, "cannot be combined with a prefix; use one of the two");
    }
    String from = order.text(FROM);
    WatchRequest all = key == null ? WatchRequest.prefix(order.word(0)) : WatchRequest.key(key);
    WatchRequest what = START.equals(from) ? all.fromStart() : all.from(from);
    try (TenureClient client = TenureClient.connect(order.options())) {
      ReachabilityCheck.ask(order, client, what.prefix());
      BooleanSupplier unread = order.out()::checkError;
      for (WatchEvent event : client.watch(what).toIterable(AHEAD)) {
        String line = order.json() ? facts(event).json() : line(order.paint(), event, from);
        if (line != null) {
          order.out().println(line);
        }
        if (unread.getAsBoolean()) {
          break;
        }
      }
    }
    return ExitCode.OK;
  }

  private static JsonLine facts(WatchEvent event) {
    JsonLine facts = new JsonLine();
    if (event instanceof WatchEvent.Happened happened) {
      facts
          .with("event", name(happened))
          .with("key", happened.key())
          .with("holder", happened.holder())
          .with("token", happened.token())
          .withSlot(happened.slot())
          .with("reason", happened.reason().isEmpty() ? null : happened.reason())
          .withValue(happened.value())
          .with("shard", happened.shard())
          .with("revision", happened.revision());
    } else if (event instanceof WatchEvent.Shown shown) {
      facts
          .with("event", "shown")
          .with("shard", shown.shard())
          .with("holding", JsonLine.of(shown.holding()));
    } else if (event instanceof WatchEvent.Resync resync) {
      facts.with("event", "resync").with("shard", resync.shard());
    } else if (event instanceof WatchEvent.Synchronised synchronised) {
      facts.with("event", "synchronised").with("shard", synchronised.shard());
    }
    return facts.with("cursor", event.cursor());
  }

  /** Null for events that people need not see. */
  private static @Nullable String line(
      TerminalColors paint, WatchEvent event, @Nullable String from) {
    if (event instanceof WatchEvent.Happened happened) {
      String reason = happened.reason().isEmpty() ? "" : "  (" + happened.reason() + ")";
      return line(paint, happened, name(happened), happened.key(), happened.holder())
          + happened.token()
          + TerminalText.cell(reason);
    } else if (event instanceof WatchEvent.Shown shown) {
      HolderInfo holding = shown.holding();
      return line(paint, null, "held", holding.key(), holding.holder()) + holding.token();
    } else if (event instanceof WatchEvent.Resync resync && !START.equals(from)) {
      return line(
          paint,
          null,
          "resync",
          "shard " + resync.shard(),
          "events were missed; the keys that are held now follow");
    }
    return null;
  }

  private static String line(
      TerminalColors paint,
      WatchEvent.@Nullable Happened happened,
      String name,
      String key,
      String holder) {
    String time = Instant.now().truncatedTo(ChronoUnit.MILLIS).toString();
    String padded = "%-11s".formatted(name);
    String shown = happened == null ? padded : coloured(paint, happened, padded);
    return time
        + "  "
        + shown
        + "  "
        + TerminalText.cell(key)
        + "  "
        + TerminalText.cell(holder)
        + "  ";
  }

  private static String coloured(TerminalColors paint, WatchEvent.Happened happened, String text) {
    return switch (happened.kind()) {
      case GRANTED -> paint.green(text);
      case EXPIRED, BROKEN -> paint.red(text);
      case BREAKING -> paint.yellow(text);
      default -> text;
    };
  }

  private static String name(WatchEvent.Happened happened) {
    return happened.kind().name().toLowerCase(Locale.ROOT);
  }
}
