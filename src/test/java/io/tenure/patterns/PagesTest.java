package io.tenure.patterns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks line by line that the pages show the code that the tests run. */
final class PagesTest {

  private static final Path SOURCES = Path.of("src", "test", "java", "io", "tenure", "patterns");
  private static final List<Path> PAGES =
      List.of(Path.of("README.md"), Path.of("docs", "client.md"), Path.of("docs", "patterns.md"));

  private static final String BEGIN = "// example: ";
  private static final String END = "// end";
  private static final String SHOWN = "<!-- example: ";

  @Test
  void everyExampleShownIsOneThatIsRun() throws IOException {
    Map<String, String> run = new TreeMap<>();
    try (Stream<Path> files = Files.list(SOURCES)) {
      for (Path file : files.filter(each -> each.toString().endsWith("Test.java")).toList()) {
        examples(Files.readAllLines(file), run);
      }
    }
    Set<String> seen = new TreeSet<>();
    for (Path page : PAGES) {
      Map<String, String> shown = new TreeMap<>();
      shown(Files.readAllLines(page), shown);
      assertFalse(shown.isEmpty(), page + " shows nothing");
      shown.forEach((name, code) -> assertEquals(run.get(name), code, page + ": " + name));
      seen.addAll(shown.keySet());
    }

    assertEquals(run.keySet(), seen);
  }

  private static void examples(List<String> lines, Map<String, String> into) {
    String name = null;
    List<String> code = new ArrayList<>();
    for (String line : lines) {
      if (line.strip().startsWith(BEGIN) && !line.contains("\"")) {
        name = line.strip().substring(BEGIN.length());
        code.clear();
      } else if (line.strip().equals(END) && name != null) {
        into.put(name, String.join("\n", code).stripTrailing().stripIndent().strip());
        name = null;
      } else if (name != null) {
        code.add(line);
      }
    }
  }

  private static void shown(List<String> lines, Map<String, String> into) {
    for (int at = 0; at < lines.size(); at++) {
      if (lines.get(at).startsWith(SHOWN)) {
        String name = lines.get(at).substring(SHOWN.length()).replace(" -->", "");
        assertEquals("```java", lines.get(at + 1), name);
        int from = at + 2;
        int to = from;
        while (!lines.get(to).equals("```")) {
          to++;
        }
        into.put(name, String.join("\n", lines.subList(from, to)));
      }
    }
  }
}
