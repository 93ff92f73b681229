package io.tenure.client;

import io.tenure.wire.Answer;
import java.util.List;

/** Whose tenures an operator ended, by their tokens; not {@code atOnce}: after their grace. */
public record Broken(List<Long> tokens, boolean atOnce) {

  static Broken of(Answer answer) {
    return new Broken(answer.numbers("tokens"), answer.flag("atOnce"));
  }
}
