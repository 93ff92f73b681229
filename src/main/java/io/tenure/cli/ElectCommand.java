package io.tenure.cli;

import io.tenure.client.Claim;
import io.tenure.client.Leadership;
import io.tenure.client.LeaseState;
import io.tenure.client.Loss;
import io.tenure.client.TenureClient;
import io.tenure.client.error.RefusedException;
import io.tenure.client.error.UnreachableException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import reactor.core.Disposable;

/** The command {@code tenure elect}: runs for leadership until it is interrupted, which resigns. */
final class ElectCommand implements Command {

  private static final Duration TTL = Duration.ofSeconds(15);

  @Override
  public String name() {
    return "elect";
  }

  @Override
  public CommandSpec spec() {
    return new CommandSpecBuilder(
            name(),
            "NAME [VALUE] [flags]",
            "Competes for leadership, and reports each win and each loss, until it is interrupted.",
            "tenure elect billing \"$(hostname):8080\"",
            "tenure get billing        # the leader, and its value",
            "tenure hold billing --wait 1h -- ./lead.sh    # to run something while leading")
        .word("0", "1", "NAME", "the key that the leader holds")
        .word(
            "1",
            "0..1",
            "VALUE",
            "a text that every caller can see while it leads, such as an address")
        .flag(
            CommandSpecBuilder.TTL,
            CommandSpecBuilder.DURATION,
            "how soon another candidate follows a dead leader (15s)")
        .flag(
            CommandSpecBuilder.HOLDER,
            "NAME",
            "the name of the candidate, for people to read (host/process)")
        .asking();
  }

  @Override
  public int run(ParsedCommand order) {
    Claim claim = Claim.of(order.word(0), order.duration(CommandSpecBuilder.TTL, TTL));
    Claim whole = order.word(1).isEmpty() ? claim : claim.withValue(order.word(1));
    CompletableFuture<Integer> end = new CompletableFuture<>();
    for (String signal : List.of("INT", "TERM", "HUP")) {
      SignalHandlers.on(signal, () -> end.complete(ExitCode.OK));
    }
    AtomicReference<@Nullable Leadership> present = new AtomicReference<>();
    try (TenureClient client = TenureClient.connect(order.options())) {
      ReachabilityCheck.ask(order, client, claim.key());
      Disposable campaign =
          client
              .elect(whole)
              .doOnNext(leadership -> won(order, leadership, present))
              .subscribe(leadership -> {}, end::completeExceptionally);
      try {
        return end.join();
      } catch (CompletionException refused) {
        throw refused.getCause() instanceof RuntimeException why ? why : refused;
      } finally {
        campaign.dispose();
        resign(order, client, present.get());
      }
    }
  }

  private static void won(
      ParsedCommand order, Leadership leadership, AtomicReference<@Nullable Leadership> present) {
    present.set(leadership);
    tell(order, "elected", leadership, null);
    leadership.lease().lost().subscribe(loss -> tell(order, "lost", leadership, loss));
  }

  private static void tell(
      ParsedCommand order, String event, Leadership leadership, @Nullable Loss loss) {
    if (order.json()) {
      JsonLine facts =
          new JsonLine()
              .with("event", event)
              .with("key", leadership.election())
              .with("holder", leadership.lease().holder())
              .with("token", leadership.token());
      order.out().println(facts.with("reason", loss == null ? null : loss.detail()).json());
    } else {
      String why = loss == null ? "" : ": " + loss.detail();
      String line = event + "  " + leadership.election() + "  token " + leadership.token() + why;
      order.out().println(TerminalText.cell(line));
    }
  }

  /** Waits for the release that the campaign has begun, by one more release. */
  private static void resign(
      ParsedCommand order, TenureClient client, @Nullable Leadership leadership) {
    try {
      if (leadership != null && leadership.lease().state() == LeaseState.RELEASED) {
        ParsedCommand.answer(client.calls().release(leadership.lease().leaseId()), order.timeout());
      }
    } catch (UnreachableException silent) {
      order.say("no server confirmed the resignation: the leadership ends with its ttl");
    } catch (RefusedException over) {
      order.say("the leadership was over before the resignation");
    }
  }
}
