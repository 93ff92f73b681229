package io.tenure.cli;

import io.tenure.api.InvalidFieldException;
import io.tenure.api.Outcome;
import io.tenure.client.calls.HolderInfo;
import io.tenure.client.calls.KeyView;
import io.tenure.client.error.FencedException;
import io.tenure.client.error.HeldException;
import io.tenure.client.error.InsufficientTimeException;
import io.tenure.client.error.LeaseLostException;
import io.tenure.client.error.RefusedException;
import io.tenure.client.error.TenureException;
import io.tenure.client.error.UnreachableException;
import java.time.Duration;
import java.util.List;

/** Reports why a command failed, and chooses its exit code. */
final class CommandErrors {

  /**
   * The limit of an additional request about the holders, so that no operator waits long for it.
   */
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final ParsedCommand order;

  CommandErrors(ParsedCommand order) {
    this.order = order;
  }

  /** Reports the failure, and returns the exit code. */
  int of(RuntimeException thrown) {
    int code = code(thrown);
    if (order.json()) {
      JsonLine facts = new JsonLine().with("error", name(thrown)).with("message", message(thrown));
      facts.with("exitCode", code);
      if (thrown instanceof HeldException held) {
        held(facts, held);
      }
      order.around().err().println(facts.json());
    } else if (thrown instanceof HeldException held) {
      sayWhoHolds(held);
    } else {
      order.say(message(thrown));
    }
    return code;
  }

  private static String message(RuntimeException thrown) {
    return code(thrown) == ExitCode.BUG
        ? "a fault of Tenure itself: " + thrown
        : String.valueOf(thrown.getMessage());
  }

  private static String name(RuntimeException thrown) {
    return thrown instanceof TenureException known
        ? known.code()
        : thrown instanceof InvalidFieldException
            ? Outcome.INVALID.name()
            : Outcome.INTERNAL.name();
  }

  private static int code(RuntimeException thrown) {
    if (thrown instanceof HeldException) {
      return ExitCode.of(Outcome.HELD);
    } else if (thrown instanceof UnreachableException) {
      return ExitCode.UNAVAILABLE;
    } else if (thrown instanceof LeaseLostException
        || thrown instanceof InsufficientTimeException) {
      return ExitCode.LOST;
    } else if (thrown instanceof FencedException) {
      return ExitCode.FORBIDDEN;
    } else if (thrown instanceof RefusedException refused) {
      return ExitCode.of(refused.outcome());
    }
    return thrown instanceof InvalidFieldException ? ExitCode.USAGE : ExitCode.BUG;
  }

  private void held(JsonLine facts, HeldException held) {
    facts.with("key", held.key()).with("holder", held.holder().orElse(null));
    if (held.token() > 0) {
      facts.with("token", held.token());
    }
    held.since().ifPresent(since -> facts.with("since", since.toString()));
    held.remaining().ifPresent(left -> facts.with("remainingMs", left.toMillis()));
    held.quarantinedShard().ifPresent(shard -> facts.with("quarantinedShard", shard));
    facts.with("waiters", held.waiters());
    List<HolderInfo> holders = holders(held.key());
    if (!holders.isEmpty()) {
      facts.with("holders", holders.stream().map(JsonLine::of).toList());
    }
  }

  private void sayWhoHolds(HeldException held) {
    if (held.quarantinedShard().isPresent()) {
      Duration left = held.remaining().orElse(Duration.ZERO);
      order.say(
          held.key()
              + " is not granted: "
              + TerminalText.quarantine(held.quarantinedShard().getAsInt(), left));
      return;
    }
    List<HolderInfo> holders = holders(held.key());
    if (holders.isEmpty()) {
      order.say(message(held));
      held.since().ifPresent(since -> line("since", TerminalText.since(since)));
      held.remaining().ifPresent(left -> line("remaining", TerminalText.span(left)));
      return;
    }
    order.say(held.key() + " is held");
    for (HolderInfo each : holders) {
      line("holder", each.holder());
      line("since", TerminalText.since(each.since()));
      line("remaining", TerminalText.remaining(each.remaining()) + renewed(each));
      line("token", Long.toString(each.token()));
    }
    if (held.waiters() > 0) {
      line("waiting", Long.toString(held.waiters()));
    }
  }

  private static String renewed(HolderInfo holding) {
    return holding.breaking() ? ", then an operator ends it" : ", unless it is renewed";
  }

  private void line(String name, String fact) {
    String whole = TerminalText.cell(fact);
    order.around().err().println("  " + name + " ".repeat(11 - name.length()) + whole);
  }

  /** Returns no holder when no server answers in time, or when the key is no longer held. */
  private List<HolderInfo> holders(String key) {
    try {
      KeyView view = order.ask(Duration.ZERO, calls -> calls.within(PATIENCE).key(key));
      return view.holders();
    } catch (TenureException silent) {
      return List.of();
    }
  }
}
