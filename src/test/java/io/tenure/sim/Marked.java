package io.tenure.sim;

/** A source, divided where its marked {@code code} begins and ends. */
record Marked(String before, String code, String after) {

  String with(String other) {
    return before + other + after;
  }
}
