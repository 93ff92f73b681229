package io.tenure.cli;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** Rows under heads, in columns as wide as their widest cell so far. */
final class TextTable {

  private static final String GAP = "  ";

  private final TerminalColors paint;
  private final String[] heads;
  private final int[] widths;
  private final List<String[]> rows = new ArrayList<>();
  private boolean headed;

  TextTable(TerminalColors paint, String... heads) {
    this.paint = paint;
    this.heads = heads;
    widths = new int[heads.length];
    widen(heads);
  }

  /** Adds a row with a cell for each head. */
  void row(String... cells) {
    String[] plain = new String[heads.length];
    for (int at = 0; at < plain.length; at++) {
      plain[at] = TerminalText.cell(cells[at]);
    }
    widen(plain);
    rows.add(plain);
  }

  /** Prints the rows that have come since the last call. */
  void print(PrintStream out) {
    if (!headed) {
      out.println(paint.bold(line(heads)));
      headed = true;
    }
    rows.forEach(row -> out.println(line(row)));
    rows.clear();
  }

  private void widen(String[] cells) {
    for (int at = 0; at < cells.length; at++) {
      widths[at] = Math.max(widths[at], cells[at].length());
    }
  }

  private String line(String[] cells) {
    StringBuilder line = new StringBuilder();
    for (int at = 0; at < cells.length; at++) {
      line.append(at == 0 ? "" : GAP).append(cells[at]);
      line.append(" ".repeat(widths[at] - cells[at].length()));
    }
    return line.toString().stripTrailing();
  }
}
