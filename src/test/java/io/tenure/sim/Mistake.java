package io.tenure.sim;

/** A deliberate error: an edit of the code that stands after a marker. */
record Mistake(String sentence, String marker, Edit edit, Strain strain) {

  Mistake(String sentence, String marker, Edit edit) {
    this(sentence, marker, edit, Strain.NONE);
  }

  /** Too rare to be waited for otherwise. */
  Mistake under(Strain needed) {
    return new Mistake(sentence, marker, edit, needed);
  }

  /** The source with the mistake in it. */
  String in(Marked marked) {
    return marked.with(edit.of(marked));
  }
}
