package io.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks the rules of layout that the formatter does not check. */
class TidyTest {

  private static final Path CLIENT = Path.of("src/client/java");
  private static final Path MAIN = Path.of("src/main/java");
  private static final Path TEST = Path.of("src/test/java");
  private static final Path LOADTEST = Path.of("loadtest/src");

  private static final int MAIN_LINES_MAX = 400;
  private static final int TEST_LINES_MAX = 320;
  private static final int COLUMNS_MAX = 100;

  @Test
  void everyFileCanBeHeldInTheHead() {
    assertNoLongerThan(MAIN_LINES_MAX, sources(CLIENT, MAIN));
    assertNoLongerThan(TEST_LINES_MAX, sources(TEST, LOADTEST));
  }

  @Test
  void everyLineFitsTheScreen() {
    assertNowhere(
        "^.{" + (COLUMNS_MAX + 1) + ",}$", "break the line", sources(CLIENT, MAIN, TEST, LOADTEST));
  }

  @Test
  void nothingIsLeftForLater() {
    assertNowhere(
        "\\b(T[O]DO|F[I]XME)\\b",
        "do it now, or open an issue",
        sources(CLIENT, MAIN, TEST, LOADTEST));
  }

  @Test
  void noTestIsSkipped() {
    assertNowhere("@D[i]sabled", "mend the test, or delete it", sources(TEST));
  }

  @Test
  void noTestSleepsForLuck() {
    var honest = sources(TEST).filter(file -> !file.toString().contains("/planted/"));

    assertNowhere("[.]sleep\\(", "move the clock by hand, or poll with a deadline", honest);
  }

  private static void assertNoLongerThan(int linesMax, Stream<Path> sources) {
    var tooLong = sources.filter(file -> lines(file).size() > linesMax).toList();

    assertEquals(List.of(), tooLong, "over " + linesMax + " lines: split it");
  }

  private static void assertNowhere(String regex, String fix, Stream<Path> sources) {
    var pattern = Pattern.compile(regex);
    var found = new ArrayList<String>();
    sources.forEach(
        file -> {
          var number = 0;
          for (var line : lines(file)) {
            number++;
            if (pattern.matcher(line).find()) {
              found.add(file + ":" + number);
            }
          }
        });

    assertEquals(List.of(), found, fix);
  }

  private static Stream<Path> sources(Path... roots) {
    return Stream.of(roots)
        .flatMap(TidyTest::walk)
        .filter(file -> file.toString().endsWith(".java"));
  }

  private static Stream<Path> walk(Path root) {
    try (Stream<Path> files = Files.walk(root)) {
      return files.toList().stream();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
