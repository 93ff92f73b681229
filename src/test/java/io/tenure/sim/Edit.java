package io.tenure.sim;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What is done to marked code. It names nothing of ours, so that no rename breaks it: a name that
 * it needs it takes from the source.
 */
@FunctionalInterface
interface Edit {

  /** What stands there instead of the marked code. */
  String of(Marked marked);

  /** Without the statement; the operand and its operator; the call in a chain. */
  static Edit dropped() {
    return marked -> "";
  }

  /** The condition of an if, an operand, or a truth that is returned or given a name. */
  static Edit always(boolean truth) {
    return rewritten(
        "^(if \\(|(?:else)?if |return |boolean \\w+ = |(?:&&|\\|\\||and|or) )"
            + ".*?(\\) \\{| then|;|)$",
        "$1" + truth + "$2");
  }

  /** With {@code other} for {@code one}, which stands there once. */
  static Edit swapped(String one, String other) {
    return marked -> {
      String[] around = marked.code().split(Pattern.quote(one), -1);
      if (around.length != 2) {
        throw noLongerApplies(marked, one);
      }
      return around[0] + other + around[1];
    };
  }

  /** What {@code regex} matches ends with the marked code; its lookaheads see all that follows. */
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
