package io.tenure.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Checks that texts of other people do nothing to a terminal. */
class TerminalTextTest {

  private static final String FORGED =
      "a\u001b[2J\u0007\u007f\u009b1A\u0085\u2028\u2029\u061c\u200e\u200f\u202e\u2066\u2069";

  private static final String ESCAPED =
      "a\\u001b[2J\\u0007\\u007f\\u009b1A\\u0085\\u2028\\u2029\\u061c\\u200e\\u200f\\u202e"
          + "\\u2066\\u2069";

  @Test
  void whatMovesTheCursorOrTurnsTheWritingIsEscaped() {
    assertEquals(ESCAPED, TerminalText.plain(FORGED));
    assertEquals(ESCAPED + "\\n" + ESCAPED, TerminalText.cell(FORGED + "\n" + FORGED));
  }

  @Test
  void linesOfAMessageStay() {
    assertEquals("\na\n\n" + ESCAPED + "\n", TerminalText.plain("\na\n\n" + FORGED + "\n"));
  }

  @Test
  void whatIsHarmlessStaysAsItIs() {
    String harmless = "\u043a\u043b\u044e\u0447 \u05de\u05e4\u05ea\u05d7 \u9375 \ud83d\udd11";

    assertEquals(harmless, TerminalText.plain(harmless));
  }

  @Test
  void aLineForProgramsIsSafeOnATerminalToo() {
    assertEquals(
        "{\"key\":\"" + ESCAPED.replace("\\u001b", "\\u001B") + "\"}",
        new JsonLine().with("key", FORGED).json());
  }
}
