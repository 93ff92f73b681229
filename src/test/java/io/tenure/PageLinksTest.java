package io.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Checks that links of the pages lead to existing files and headings, and that the index has all
 * decisions.
 */
class PageLinksTest {

  private static final Path DECISIONS = Path.of("docs/decisions");

  /** The target of a link; the text of the link may continue on the next line. */
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");

  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");

  @Test
  void everyLinkLeadsSomewhere() throws IOException {
    List<String> broken = new ArrayList<>();
    int links = 0;
    for (Path page : pages()) {
      for (var link = LINK.matcher(Files.readString(page)); link.find(); ) {
        String target = link.group(1);
        if (!target.startsWith("http")) {
          links++;
          if (!leadsSomewhere(page, target)) {
            broken.add(page + ": " + target);
          }
        }
      }
    }

    assertEquals(List.of(), broken);
    assertTrue(links > 100, "there are many links: " + links);
  }

  @Test
  void theIndexHasEveryDecisionInOrder() throws IOException {
    List<String> expected = new ArrayList<>();
    for (Path page : decisions()) {
      String name = page.getFileName().toString();
      String number = "%03d".formatted(expected.size() + 1);
      String title = Files.readAllLines(page).get(0).replace("# " + number + ". ", "");
      expected.add("- [" + number + "](" + name + "): " + title);
    }
    List<String> index =
        Files.readAllLines(DECISIONS.resolve("README.md")).stream()
            .filter(line -> line.startsWith("- ["))
            .sorted()
            .toList();

    assertEquals(expected, index);
  }

  private static List<Path> pages() throws IOException {
    List<Path> pages =
        new ArrayList<>(
            List.of(
                Path.of("README.md"),
                Path.of("CHANGELOG.md"),
                Path.of("CONTRIBUTING.md"),
                Path.of("SECURITY.md")));
    for (String folder : List.of("docs", "config", "loadtest")) {
      try (Stream<Path> files = Files.walk(Path.of(folder))) {
        files.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
      }
    }
    return pages;
  }

  private static List<Path> decisions() throws IOException {
    try (Stream<Path> files = Files.list(DECISIONS)) {
      return files.filter(file -> !file.endsWith("README.md")).sorted().toList();
    }
  }

  private static boolean leadsSomewhere(Path page, String target) {
    String[] parts = target.split("#", 2);
    Path file = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
    return Files.exists(file) && (parts.length == 1 || anchors(file).contains(parts[1]));
  }

  /** The names by which links refer to a heading. */
  private static List<String> anchors(Path page) {
    try {
      return HEADING
          .matcher(Files.readString(page))
          .results()
          .map(heading -> heading.group(1).toLowerCase(Locale.ROOT))
          .map(heading -> heading.replaceAll("[^a-z0-9 _-]", "").replace(' ', '-'))
          .toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
