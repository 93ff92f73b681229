package io.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks that every test that a page names exists. */
class NamedTestsTest {

  private static final List<Path> PAGES =
      List.of(
          Path.of("docs/bugs.md"), Path.of("docs/corner-cases.md"), Path.of("docs/reliability.md"));

  private static final Path DECISIONS = Path.of("docs/decisions");

  private static final List<Path> TESTS =
      List.of(Path.of("src/test/java"), Path.of("loadtest/src/test/java"));

  private static final int LEAST = 100;

  /**
   * {@code Class#method} or {@code Class.method}; a name without a class belongs to the class named
   * before it.
   */
  private static final Pattern NAMED =
      Pattern.compile("`([A-Z]\\w*(?:Test|Contract))?(?:[#.]([a-z]\\w+))?`");

  @Test
  void isThere() throws IOException {
    Map<String, String> sources = sources();
    List<String> missing = new ArrayList<>();
    int named = 0;
    for (Path page : pages()) {
      for (String line : Files.readAllLines(page)) {
        String present = "";
        for (var at = NAMED.matcher(line); at.find(); named++) {
          present = at.group(1) == null ? present : at.group(1);
          String method = at.group(2) == null ? "class " + present : " " + at.group(2) + "(";
          if (!present.isEmpty() && !sources.getOrDefault(present, "").contains(method)) {
            missing.add(page + ": " + at.group());
          }
        }
      }
    }

    assertEquals(List.of(), missing);
    assertTrue(named >= LEAST, "these pages name many: " + named);
  }

  private static List<Path> pages() throws IOException {
    try (var decisions = Files.list(DECISIONS)) {
      return Stream.concat(PAGES.stream(), decisions.sorted()).toList();
    }
  }

  private static Map<String, String> sources() throws IOException {
    Map<String, String> sources = new HashMap<>();
    for (Path tests : TESTS) {
      try (var files = Files.walk(tests)) {
        files
            .filter(file -> file.toString().endsWith(".java"))
            .forEach(
                file ->
                    sources.merge(
                        file.getFileName().toString().replace(".java", ""),
                        text(file),
                        String::concat));
      }
    }
    return sources;
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
