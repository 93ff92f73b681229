package io.tenure.cli;

/** Colours, for terminals that show them. */
record TerminalColors(boolean seen) {

  String bold(String text) {
    return in("1", text);
  }

  String red(String text) {
    return in("31", text);
  }

  String yellow(String text) {
    return in("33", text);
  }

  String green(String text) {
    return in("32", text);
  }

  private String in(String code, String text) {
    return seen ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }
}
