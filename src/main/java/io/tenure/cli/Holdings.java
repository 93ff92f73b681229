package io.tenure.cli;

import io.tenure.client.Holding;
import io.tenure.core.Mode;
import io.tenure.core.Value;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Who holds what, as a table. */
final class Holdings {

  private static final int VALUE_SIGNS_MAX = 60;

  private final Table table;

  Holdings(Paint paint) {
    table = new Table(paint, "KEY", "HOLDER", "TOKEN", "REMAINING", "SINCE", "MODE", "VALUE");
  }

  void row(Holding holding) {
    table.row(
        holding.key(),
        holding.holder(),
        Long.toString(holding.token()),
        remaining(holding),
        Shown.since(holding.since()),
        mode(holding),
        value(holding.value()));
  }

  void print(PrintStream out) {
    table.print(out);
  }

  private static String remaining(Holding holding) {
    Duration remaining = holding.remaining();
    return Shown.remaining(remaining) + (holding.breaking() ? " (breaking)" : "");
  }

  private static String mode(Holding holding) {
    return holding.mode().kind() == Mode.Kind.SLOTS
        ? "slot " + holding.slot() + " of " + holding.mode().slots()
        : holding.mode().kind().name().toLowerCase(Locale.ROOT);
  }

  private static String value(@Nullable Value value) {
    if (value == null) {
      return "-";
    }
    String text = value.toString();
    return text.length() <= VALUE_SIGNS_MAX ? text : text.substring(0, VALUE_SIGNS_MAX) + "...";
  }
}
