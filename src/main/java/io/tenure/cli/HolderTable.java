package io.tenure.cli;

import io.tenure.api.Mode;
import io.tenure.api.Value;
import io.tenure.client.calls.HolderInfo;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A table of holders and their keys. */
final class HolderTable {

  private static final int VALUE_SIGNS_MAX = 60;

  private final TextTable table;

  HolderTable(TerminalColors paint) {
    table = new TextTable(paint, "KEY", "HOLDER", "TOKEN", "REMAINING", "SINCE", "MODE", "VALUE");
  }

  void row(HolderInfo holding) {
    table.row(
        holding.key(),
        holding.holder(),
        Long.toString(holding.token()),
        remaining(holding),
        TerminalText.since(holding.since()),
        mode(holding),
        value(holding.value()));
  }

  void print(PrintStream out) {
    table.print(out);
  }

  private static String remaining(HolderInfo holding) {
    Duration remaining = holding.remaining();
    return TerminalText.remaining(remaining) + (holding.breaking() ? " (breaking)" : "");
  }

  private static String mode(HolderInfo holding) {
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
