package io.tenure.cli;

import io.tenure.api.InvalidFieldException;
import io.tenure.cli.top.ServerPoller;
import io.tenure.cli.top.ServerRates;
import io.tenure.cli.top.ServerReadiness;
import io.tenure.cli.top.ServerSnapshot;
import io.tenure.client.ClientOptions;
import io.tenure.client.TenureClient;
import io.tenure.client.calls.HolderInfo;
import io.tenure.client.error.TenureException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** The command {@code tenure top}: shows a server as a whole, again and again. */
final class TopCommand implements Command {

  private static final String ONCE = "--once";
  private static final String EVERY = "--every";
  private static final Duration EVERY_DEFAULT = Duration.ofSeconds(2);
  private static final Duration EVERY_MIN = Duration.ofMillis(200);

  /** The time between the two samples that rates need, when only one picture is wanted. */
  private static final Duration TWO_LOOKS = Duration.ofSeconds(1);

  /** The lines of a picture above the keys and at its end. */
  private static final int OTHER_LINES = 7;

  private static final int LINES_DEFAULT = 24;
  private static final String HOME = "\u001b[H";
  private static final String REST_OF_LINE = "\u001b[K";
  private static final String REST_OF_SCREEN = "\u001b[J";

  @Override
  public String name() {
    return "top";
  }

  @Override
  public CommandSpec spec() {
    return new CommandSpecBuilder(
            name(),
            "[PREFIX] [flags]",
            "Shows what ends soonest, rates, latencies and shards, until it is interrupted.",
            "tenure top",
            "tenure top jobs/ --every 500ms",
            "tenure top --once --json | jq .rates")
        .word("0", "0..1", "PREFIX", "only keys that start with PREFIX")
        .mark(ONCE, "print once and exit, as when the output is no terminal")
        .flag(EVERY, CommandSpecBuilder.DURATION, "how often to refresh (2s)")
        .asking();
  }

  @Override
  public int run(ParsedCommand order) throws InterruptedException {
    Duration every = order.duration(EVERY, EVERY_DEFAULT);
    if (every.compareTo(EVERY_MIN) < 0) {
      throw new InvalidFieldException(
          EVERY, "is " + TerminalText.span(every) + "; use 200ms or more");
    }
    ClientOptions options = order.options().withoutStream();
    try (TenureClient client = TenureClient.connect(options)) {
      ServerPoller lookout = new ServerPoller(client.calls(), options, order.word(0));
      ServerSnapshot sight = lookout.look();
      if (order.has(ONCE) || !order.around().writesToTerminal()) {
        once(order, lookout, sight);
        return ExitCode.OK;
      }
      String trouble = "";
      while (!order.out().checkError()) {
        show(order, sight, trouble);
        Thread.sleep(every.toMillis());
        try {
          sight = lookout.look();
          trouble = "";
        } catch (TenureException unanswered) {
          trouble = "old, because the server cannot be asked: " + unanswered.getMessage();
        }
      }
    }
    return ExitCode.OK;
  }

  private static void once(ParsedCommand order, ServerPoller lookout, ServerSnapshot first)
      throws InterruptedException {
    ServerSnapshot sight = first;
    if (first.counts()) {
      Thread.sleep(TWO_LOOKS.toMillis());
      sight = lookout.look();
    }
    if (order.json()) {
      order.out().println(facts(sight).json());
    } else {
      picture(order, order.out(), sight, "", Integer.MAX_VALUE);
    }
  }

  private static void show(ParsedCommand order, ServerSnapshot sight, String trouble)
      throws InterruptedException {
    if (order.json()) {
      order.out().println(facts(sight).json());
      return;
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream page = new PrintStream(bytes, false, StandardCharsets.UTF_8);
    picture(order, page, sight, trouble, Math.max(1, linesOfTerminal() - OTHER_LINES));
    page.flush();
    String text = bytes.toString(StandardCharsets.UTF_8);
    order.out().print(HOME + text.replace("\n", REST_OF_LINE + "\n") + REST_OF_SCREEN);
    order.out().flush();
  }

  private static void picture(
      ParsedCommand order, PrintStream out, ServerSnapshot sight, String trouble, int rowsMax) {
    TerminalColors paint = order.paint();
    String time = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    out.println(paint.bold("tenure top") + "  " + order.options().servers().get(0) + "  " + time);
    out.println("shards   " + shards(paint, sight.readiness()));
    out.println("rates    " + rates(sight));
    out.println("latency  " + latency(sight));
    String all = sight.counted() ? "" : " or more";
    out.println("keys     " + sight.keys() + all + " held; those that end soonest first");
    out.println(paint.red(TerminalText.cell(trouble)));
    HolderTable table = new HolderTable(paint);
    for (HolderInfo holding : sight.soonest().stream().limit(rowsMax).toList()) {
      table.row(holding);
    }
    table.print(out);
  }

  private static String shards(TerminalColors paint, ServerReadiness readiness) {
    boolean whole = readiness.shards() == readiness.serving() && readiness.shards() >= 0;
    String counted =
        readiness.shards() < 0
            ? ""
            : readiness.serving() + " of " + readiness.shards() + " served, ";
    String text = counted + TerminalText.cell(readiness.role());
    String detail =
        readiness.detail().isEmpty() ? "" : ": " + TerminalText.cell(readiness.detail());
    return (whole ? paint.green(text) : paint.red(text)) + detail;
  }

  private static String rates(ServerSnapshot sight) {
    ServerRates rates = sight.rates();
    if (rates == null) {
      return unknown(sight);
    }
    return String.format(
        Locale.ROOT,
        "%.1f grants/s, %.1f renewals/s, %.1f released/s, %.1f expired/s, %.1f requests/s",
        rates.grants(),
        rates.renewals(),
        rates.released(),
        rates.expired(),
        rates.requests());
  }

  private static String unknown(ServerSnapshot sight) {
    return sight.counts() ? "at the next refresh" : "not known: this server has no /metrics";
  }

  private static String latency(ServerSnapshot sight) {
    String answer =
        String.format(Locale.ROOT, "%.1f ms for this page", sight.answer().toNanos() / 1e6);
    ServerRates rates = sight.rates();
    return rates == null || Double.isNaN(rates.half())
        ? answer
        : answer + "; requests " + below(rates.half(), "50") + ", " + below(rates.most(), "99");
  }

  private static String below(double seconds, String part) {
    return Double.isInfinite(seconds)
        ? part + " % of them beyond all buckets"
        : String.format(Locale.ROOT, "%s %% within %.3g ms", part, seconds * 1e3);
  }

  private static JsonLine facts(ServerSnapshot sight) {
    ServerReadiness readiness = sight.readiness();
    JsonLine shards = new JsonLine().with("role", readiness.role());
    if (readiness.shards() >= 0) {
      shards.with("shards", readiness.shards()).with("serving", readiness.serving());
    }
    shards.with("detail", readiness.detail().isEmpty() ? null : readiness.detail());
    return new JsonLine()
        .with("readiness", shards)
        .with("answerMs", sight.answer().toNanos() / 1e6)
        .with("keys", sight.keys())
        .with("counted", sight.counted())
        .with("rates", facts(sight.rates()))
        .with("soonest", sight.soonest().stream().map(JsonLine::of).toList());
  }

  private static @Nullable JsonLine facts(@Nullable ServerRates rates) {
    if (rates == null) {
      return null;
    }
    return new JsonLine()
        .with("requestsPerSecond", rates.requests())
        .with("grantsPerSecond", rates.grants())
        .with("renewalsPerSecond", rates.renewals())
        .with("releasedPerSecond", rates.released())
        .with("expiredPerSecond", rates.expired())
        .with("halfWithinSeconds", finite(rates.half()))
        .with("mostWithinSeconds", finite(rates.most()));
  }

  private static @Nullable Double finite(double number) {
    return Double.isFinite(number) ? number : null;
  }

  private static int linesOfTerminal() throws InterruptedException {
    try {
      Process stty =
          new ProcessBuilder("stty", "size").redirectInput(ProcessBuilder.Redirect.INHERIT).start();
      String size = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      return stty.waitFor() == 0 ? Integer.parseInt(size.split(" ")[0]) : LINES_DEFAULT;
    } catch (IOException | NumberFormatException unknown) {
      return LINES_DEFAULT;
    }
  }
}
