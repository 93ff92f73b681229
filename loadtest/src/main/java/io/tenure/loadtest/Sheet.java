package io.tenure.loadtest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The measurements, and the rows in which they are shown. */
final class Sheet {

  private final Map<String, List<Double>> measured = new LinkedHashMap<>();
  private final List<Line> lines = new ArrayList<>();

  void add(String name, double value) {
    measured.computeIfAbsent(name, any -> new ArrayList<>()).add(value);
  }

  /** A row with a line to reach; smaller is better. */
  void line(String shown, String unit, String name, double line, double aim) {
    lines.add(new Line(name, shown, unit, rounds(name), Line.Judged.MEDIAN, line, aim));
  }

  /** A row with a line that every round must reach. */
  void lineOfEach(String shown, String unit, String name, double line, double aim) {
    lines.add(new Line(name, shown, unit, rounds(name), Line.Judged.WORST, line, aim));
  }

  /** A row to compare with. */
  void beside(String shown, String unit, String name) {
    lines.add(new Line(name, "  " + shown, unit, rounds(name), Line.Judged.MEDIAN, null, null));
  }

  void print() {
    Line.printHeader();
    lines.forEach(Line::print);
  }

  void writeJson(Path file, String java, List<String> flags, boolean quick) throws IOException {
    String rows = lines.stream().map(Line::json).collect(Collectors.joining(",\n"));
    Files.createDirectories(file.getParent());
    Files.writeString(
        file,
        """
        {
          "java": "%s",
          "processors": %d,
          "flags": "%s",
          "quick": %b,
          "lines": [
        %s
          ]
        }
        """
            .formatted(
                java,
                Runtime.getRuntime().availableProcessors(),
                String.join(" ", flags),
                quick,
                rows));
  }

  private List<Double> rounds(String name) {
    List<Double> rounds = measured.get(name);
    if (rounds == null) {
      throw new IllegalStateException("nothing was measured as " + name);
    }
    return rounds;
  }
}
