package io.tenure.cli;

import io.tenure.client.FencedException;
import io.tenure.client.HeldException;
import io.tenure.client.Holding;
import io.tenure.client.InsufficientTimeException;
import io.tenure.client.KeyView;
import io.tenure.client.LeaseLostException;
import io.tenure.client.RefusedException;
import io.tenure.client.TenureException;
import io.tenure.client.UnreachableException;
import io.tenure.core.Invalid;
import java.time.Duration;
import java.util.List;

/** Says why something was not done, and with which code the command leaves for it. */
final class Complaints {

  /** Who holds a key since when is asked in addition: nobody waits long for that. */
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;
  private static final int NOT_FOUND = 404;
  private static final int CONFLICT = 409;
  private static final int GONE = 410;
  private static final int CHANGED_HANDS = 412;
  private static final int ERRORS_FROM = 500;

  private final Order order;

  Complaints(Order order) {
    this.order = order;
  }

  /** Returns the code to leave with. */
  int of(RuntimeException thrown) {
    int code = code(thrown);
    if (order.json()) {
      Facts facts = new Facts().with("error", name(thrown)).with("message", message(thrown));
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
        : thrown instanceof Invalid ? "INVALID" : "INTERNAL";
  }

  private static int code(RuntimeException thrown) {
    if (thrown instanceof HeldException) {
      return ExitCode.HELD;
    } else if (thrown instanceof UnreachableException) {
      return ExitCode.UNAVAILABLE;
    } else if (thrown instanceof LeaseLostException
        || thrown instanceof InsufficientTimeException) {
      return ExitCode.LOST;
    } else if (thrown instanceof FencedException) {
      return ExitCode.FORBIDDEN;
    } else if (thrown instanceof RefusedException refused) {
      return code(refused);
    }
    return thrown instanceof Invalid ? ExitCode.USAGE : ExitCode.BUG;
  }

  private static int code(RefusedException refused) {
    return switch (refused.status()) {
      case UNAUTHORIZED, FORBIDDEN -> ExitCode.FORBIDDEN;
      case NOT_FOUND, GONE -> ExitCode.NOT_FOUND;
      case CONFLICT, CHANGED_HANDS -> ExitCode.HELD;
      default -> {
        if (refused.status() < ERRORS_FROM) {
          yield ExitCode.USAGE;
        }
        yield refused.isRetryable() ? ExitCode.UNAVAILABLE : ExitCode.BUG;
      }
    };
  }

  private void held(Facts facts, HeldException held) {
    facts.with("key", held.key()).with("holder", held.holder().orElse(null));
    if (held.token() > 0) {
      facts.with("token", held.token());
    }
    held.since().ifPresent(since -> facts.with("since", since.toString()));
    held.remaining().ifPresent(left -> facts.with("remainingMs", left.toMillis()));
    held.quarantinedShard().ifPresent(shard -> facts.with("quarantinedShard", shard));
    facts.with("waiters", held.waiters());
    List<Holding> holders = holders(held.key());
    if (!holders.isEmpty()) {
      facts.with("holders", holders.stream().map(Facts::of).toList());
    }
  }

  private void sayWhoHolds(HeldException held) {
    if (held.quarantinedShard().isPresent()) {
      Duration left = held.remaining().orElse(Duration.ZERO);
      order.say(
          held.key()
              + " is not granted: "
              + Shown.quarantine(held.quarantinedShard().getAsInt(), left));
      return;
    }
    List<Holding> holders = holders(held.key());
    if (holders.isEmpty()) {
      order.say(message(held));
      held.since().ifPresent(since -> line("since", Shown.since(since)));
      held.remaining().ifPresent(left -> line("remaining", Shown.span(left)));
      return;
    }
    order.say(held.key() + " is held");
    for (Holding each : holders) {
      line("holder", each.holder());
      line("since", Shown.since(each.since()));
      line("remaining", Shown.remaining(each.remaining()) + renewed(each));
      line("token", Long.toString(each.token()));
    }
    if (held.waiters() > 0) {
      line("waiting", Long.toString(held.waiters()));
    }
  }

  private static String renewed(Holding holding) {
    return holding.breaking() ? ", then an operator ends it" : ", unless it is renewed";
  }

  private void line(String name, String fact) {
    String whole = Shown.cell(fact);
    order.around().err().println("  " + name + " ".repeat(11 - name.length()) + whole);
  }

  /** None when nobody says so in time, or nobody holds it any more. */
  private List<Holding> holders(String key) {
    try {
      KeyView view = order.ask(Duration.ZERO, calls -> calls.within(PATIENCE).key(key));
      return view.holders();
    } catch (TenureException silent) {
      return List.of();
    }
  }
}
