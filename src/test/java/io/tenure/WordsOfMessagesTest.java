package io.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Checks that the texts that people meet are plain English: help, errors, log lines, metrics, the
 * dashboard and the launcher.
 */
class WordsOfMessagesTest {

  private static final List<Path> TEXTS =
      List.of(Path.of("src/main/java"), Path.of("src/main/resources/ui"), Path.of("tenure"));

  /** The words for which docs/glossary.md has another word, or which only we understand. */
  private static final Pattern RETIRED =
      Pattern.compile(
          "\\b(mend(s|ed)?|leaves with|is away|kept|told|barred|reigns?|beside|standard|door|room)"
              + "\\b|^[\"'`]Of\\b",
          Pattern.CASE_INSENSITIVE);

  /** A code such as NOBODY_WAITING is one word for programs, and stays. */
  @Test
  void everyTextNamesItsActor() {
    ProseTest.assertNone(TEXTS, WordsOfMessagesTest::withoutActor);
  }

  @Test
  void everyTextHasTheWordsOfTheGlossary() {
    ProseTest.assertNone(TEXTS, WordsOfMessagesTest::withRetiredWord);
  }

  @Test
  void aTextWithoutAnActorIsFound() {
    var source =
        """
        /** Nobody. */
        class Job {
          String held = "nobody " + "holds it"; // whoever
          String code = "NOBODY_WAITING";
          String block = \"""
              a caller
              whose lease is over
              \""";
        }
        """;
    var script = "// who\nconst who = `${one ? 'Nobody' : two} waits`;\nsay(\"the reader's\");\n";

    assertEquals(
        List.of("A.java:3: nobody", "A.java:7: whose"),
        withoutActor(new Prose(Path.of("A.java"), source)));
    assertEquals(List.of("a.js:2: Nobody"), withoutActor(new Prose(Path.of("a.js"), script)));
    assertEquals(
        List.of("a.html:2: Who"),
        withoutActor(new Prose(Path.of("a.html"), "<p>The holder</p>\n<p>Who holds?</p>\n")));
    assertEquals(
        List.of("tenure:1: somebody"),
        withoutActor(new Prose(Path.of("tenure"), "fail 70 'somebody else builds'\n")));
  }

  @Test
  void aTextWithARetiredWordIsFound() {
    var source =
        """
        class Job {
          String help = "exits with 1: mend it";
          String name = "door";
          String about = "Of every shard";
        }
        """;

    assertEquals(
        List.of("A.java:2: mend", "A.java:4: \"Of"),
        withRetiredWord(new Prose(Path.of("A.java"), source)));
    assertEquals(
        List.of("a.js:1: barred"),
        withRetiredWord(new Prose(Path.of("a.js"), "say(`it is barred for ${page.barred}`);\n")));
  }

  private static List<String> withoutActor(Prose prose) {
    return ProseTest.found(ProseTest.NO_ACTOR, prose, prose.strings());
  }

  /** Only in texts of several words: one word alone may be the name of a field or a module. */
  private static List<String> withRetiredWord(Prose prose) {
    return ProseTest.found(
        RETIRED,
        prose,
        prose.strings().stream().filter(text -> text.text().contains(" ")).toList());
  }
}
