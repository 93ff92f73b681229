package io.tenure.sim;

/** A deliberate error: an edit of the code that follows a marker. */
record Mistake(String sentence, String marker, Edit edit, Strain strain) {

  Mistake(String sentence, String marker, Edit edit) {
    this(sentence, marker, edit, Strain.NONE);
  }

  /** The same mistake under a strain, because it is too rare in ordinary runs. */
  Mistake under(Strain needed) {
    return new Mistake(sentence, marker, edit, needed);
  }

  /** The source with the mistake in it. */
  String in(Marked marked) {
    return marked.with(edit.of(marked));
  }
}
