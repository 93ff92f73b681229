package io.tenure.sim;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An edit of marked code. It contains no name of the sources, so that no rename breaks it: a name
 * that it needs comes from the source.
 */
@FunctionalInterface
interface Edit {

  /** Returns the replacement of the marked code. */
  String of(Marked marked);

  /** Drops the statement; the operand and its operator; or the call in a chain. */
  static Edit dropped() {
    return marked -> "";
  }

  /** Replaces the condition of an if, an operand, or a boolean that is returned or assigned. */
  static Edit always(boolean truth) {
    return rewritten(
        "^(if \\(|(?:else)?if |return |boolean \\w+ = |(?:&&|\\|\\||and|or) )"
            + ".*?(\\) \\{| then|;|)$",
        "$1" + truth + "$2");
  }

  /** Writes {@code other} for {@code one}, which occurs once. */
  static Edit swapped(String one, String other) {
    return marked -> {
      String[] around = marked.code().split(Pattern.quote(one), -1);
      if (around.length != 2) {
        throw noLongerApplies(marked, one);
      }
      return around[0] + other + around[1];
    };
  }

  /**
   * The match of {@code regex} ends with the marked code; its lookaheads see all code that follows.
   */
  static Edit rewritten(String regex, String replacement) {
    Pattern pattern = Pattern.compile(regex, Pattern.DOTALL);
    return marked -> {
      Matcher matcher = pattern.matcher(marked.code() + marked.after());
      matcher.region(0, marked.code().length()).useTransparentBounds(true);
      if (!matcher.find()) {
        throw noLongerApplies(marked, regex);
      }
      StringBuilder other = new StringBuilder();
      matcher.appendReplacement(other, replacement);
      return other + marked.code().substring(matcher.end());
    };
  }

  private static AssertionError noLongerApplies(Marked marked, String what) {
    return new AssertionError("the mistake no longer applies: " + what + " in: " + marked.code());
  }
}
