package io.tenure.loadtest.run;

import io.tenure.loadtest.scenario.Options;
import io.tenure.loadtest.scenario.Scenario;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parses the command line: one name of a scenario or suite, and flags. */
final class Words {

  private Words() {}

  /** Returns the name; {@code flags} are filled. */
  static String read(String[] words, Map<String, String> flags) {
    String wanted = null;
    for (int at = 0; at < words.length; at++) {
      String word = words[at];
      if (List.of("--quick", "--full", "--help", "-h").contains(word)) {
        wanted = only(wanted, word.equals("-h") ? "help" : word.substring(2));
      } else if (!word.startsWith("--")) {
        wanted = only(wanted, word);
      } else if (word.contains("=")) {
        flags.put(word.substring(2, word.indexOf('=')), word.substring(word.indexOf('=') + 1));
      } else if (at + 1 < words.length && !words[at + 1].startsWith("--")) {
        flags.put(word.substring(2), words[++at]);
      } else {
        throw new IllegalArgumentException(word + " has no value; use " + word + "=VALUE");
      }
    }
    return wanted == null ? "help" : wanted;
  }

  private static String only(@Nullable String before, String word) {
    if (before != null) {
      throw new IllegalArgumentException("play " + before + " or " + word + ", one of them");
    }
    return word;
  }

  static void printHelp(PrintStream out) {
    out.println("Usage: loadtest/run SCENARIO [--flag=value ...] | --quick | --full");
    out.println("Puts load on a real server and writes a report to loadtest/results/.");
    out.println();
    out.println("  --quick        ratios to the peers, in a minute, as JSON");
    out.println("  --full         everything, in 25 minutes");
    for (Scenario scenario : Suite.ALL) {
      out.printf("  %-14s %s%n", scenario.name(), scenario.about());
      out.printf("  %-14s --%s%n", "", String.join(", --", scenario.flags()));
    }
    out.println();
    Options.ABOUT.forEach((name, about) -> out.printf("  --%-13s %s%n", name, about));
    out.println();
    out.println("Ctrl-C ends what is played and writes the report of what there is.");
  }
}
