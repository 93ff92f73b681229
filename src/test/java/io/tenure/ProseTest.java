package io.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks that comments and documents are plain English, as docs/glossary.md wants it. */
class ProseTest {

  private static final List<Path> MAIN =
      List.of(Path.of("src/main/java"), Path.of("loadtest/src/main"));
  private static final List<Path> ALL =
      List.of(
          Path.of("src"),
          Path.of("loadtest/src"),
          Path.of("docs"),
          Path.of("config"),
          Path.of("README.md"),
          Path.of("loadtest/README.md"),
          Path.of("CHANGELOG.md"),
          Path.of("CONTRIBUTING.md"),
          Path.of("SECURITY.md"));

  static final Pattern NO_ACTOR =
      Pattern.compile(
          "\\b(who|whom|whose|whoever|whomever|nobody|somebody|anybody|whatever|whichever)\\b",
          Pattern.CASE_INSENSITIVE);
  private static final Pattern FRAGMENT = Pattern.compile("(Of|What|That|Who|How|Where)\\b.*");
  private static final Pattern FIRST_SENTENCE_ENDS =
      Pattern.compile("(?<=[.?!])\\s|<p>|<pre>|<ul>|(?<=\\s)@[a-z]|$");
  private static final int WORDS_MAX = 25;

  @Test
  void everySentenceNamesItsActor() {
    assertNone(ALL, ProseTest::withoutActor);
  }

  @Test
  void everyTypeIsDefinedInOneShortSentence() {
    assertNone(ALL, ProseTest::withoutDefinition);
  }

  @Test
  void everyTypeHasJavadoc() {
    assertNone(MAIN, ProseTest::withoutJavadoc);
  }

  @Test
  void aCommentWithoutAnActorIsFound() {
    var source =
        """
        /** Runs a job.
         *
         * <p>It is run by whoever comes first. */
        class Job {
          String text = "/* Nobody */ \\" // who"; // nobody runs
          char quote = '"'; /* Somebody. */
        }
        """;

    assertEquals(
        List.of("A.java:3: whoever", "A.java:5: nobody", "A.java:6: Somebody"),
        withoutActor(new Prose(Path.of("A.java"), source)));
    assertEquals(
        List.of("a.lua:2: who"),
        withoutActor(new Prose(Path.of("a.lua"), "local who = 1\n-- the one who waits\n")));
    assertEquals(
        List.of("a.md:4: Whose"),
        withoutActor(new Prose(Path.of("a.md"), "```\nwho\n```\nWhose lease?\n")));
  }

  @Test
  void aTypeThatIsNotDefinedIsFound() {
    var words = "word ".repeat(WORDS_MAX);
    var fragment = "package a;\n\n/** What a job is. */\nclass Job {}\n";
    var tooLong = "/** Runs {@code a job}, " + words.strip() + ". */\nclass Job {}\n";
    var sound = "/** Runs\n * a job. What follows, " + words + "is free.\n */\nclass Job {}\n";

    assertEquals(
        List.of("A.java:3: What a job is."),
        withoutDefinition(new Prose(Path.of("A.java"), fragment)));
    assertEquals(1, withoutDefinition(new Prose(Path.of("A.java"), tooLong)).size());
    assertEquals(List.of(), withoutDefinition(new Prose(Path.of("A.java"), sound)));
  }

  @Test
  void aTypeWithoutJavadocIsFound() {
    var source =
        """
        /** Runs jobs. */
        package a;

        final class Job {
          /** One step. */
          record Step() {}
        }

        /** Runs steps. */
        @FunctionalInterface
        interface Runner {}
        """;

    assertEquals(List.of("A.java:4: Job"), withoutJavadoc(new Prose(Path.of("A.java"), source)));
  }

  private static List<String> withoutActor(Prose prose) {
    return found(NO_ACTOR, prose, prose.passages());
  }

  static List<String> found(Pattern words, Prose prose, List<Prose.Passage> passages) {
    List<String> found = new ArrayList<>();
    for (var passage : passages) {
      Matcher match = words.matcher(passage.text());
      while (match.find()) {
        long linesBefore = passage.text().substring(0, match.start()).lines().count() - 1;
        found.add(at(prose, passage.line() + Math.max(0, linesBefore), match.group()));
      }
    }
    return found;
  }

  private static List<String> withoutDefinition(Prose prose) {
    List<String> found = new ArrayList<>();
    for (var passage : prose.passages()) {
      String first = firstSentence(passage);
      boolean tooLong = first.split(" ").length > WORDS_MAX;
      if (passage.javadocOfType() && (tooLong || FRAGMENT.matcher(first).matches())) {
        found.add(at(prose, passage.line(), first));
      }
    }
    return found;
  }

  private static List<String> withoutJavadoc(Prose prose) {
    return prose.undocumentedTypes().stream()
        .map(type -> at(prose, type.line(), type.text()))
        .toList();
  }

  private static String firstSentence(Prose.Passage javadoc) {
    String plain =
        javadoc
            .text()
            .replaceAll("^/\\*+|\\*+/$|(?m)^\\s*\\*", " ")
            .replaceAll("\\{@\\w+ ([^}]*)\\}", "$1")
            .replaceAll("\\s+", " ")
            .strip();
    Matcher end = FIRST_SENTENCE_ENDS.matcher(plain);
    return end.find() ? plain.substring(0, end.start()).strip() : plain;
  }

  private static String at(Prose prose, long line, String what) {
    return prose.file() + ":" + line + ": " + what;
  }

  interface Rule {
    List<String> violations(Prose prose);
  }

  static void assertNone(List<Path> roots, Rule rule) {
    List<String> found =
        roots.stream()
            .flatMap(ProseTest::files)
            .flatMap(file -> rule.violations(Prose.of(file)).stream())
            .toList();

    assertEquals(List.of(), found, "rewrite: name the actor, define the type, and be short");
  }

  private static Stream<Path> files(Path root) {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(file -> file.toString().matches(".*[.](java|js|css|html|lua|md|yaml)|tenure"))
          .sorted()
          .toList()
          .stream();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
