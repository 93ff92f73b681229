package io.tenure.sim;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The seed that last caught each mistake, so that the mistake is caught at once. If the code has
 * changed since, the search begins anew. {@code -Dmistakes.note} writes the seeds down.
 */
final class LikelySeeds {

  private static final Path FILE = Path.of("src/test/resources/io/tenure/sim/likely-seeds.txt");
  private static final Pattern LINE = Pattern.compile("(\\d+) (.*)");
  private static final Pattern FOUND = Pattern.compile("seed (\\d+): .*", Pattern.DOTALL);
  private static final Map<String, Long> SEEDS = read();

  private LikelySeeds() {}

  static synchronized long of(Mistake mistake) {
    return SEEDS.getOrDefault(mistake.sentence(), 0L);
  }

  /** Notes the seed with which {@code mistake} was {@code found} now. */
  static synchronized long note(Mistake mistake, String found) {
    Matcher words = FOUND.matcher(found);
    if (!words.matches()) {
      throw new IllegalArgumentException("names no seed: " + found);
    }
    long seed = Long.parseLong(words.group(1));
    if (Boolean.getBoolean("mistakes.note")) {
      SEEDS.put(mistake.sentence(), seed);
      write();
    }
    return seed;
  }

  private static Map<String, Long> read() {
    Map<String, Long> seeds = new TreeMap<>();
    try {
      for (String line : Files.readAllLines(FILE)) {
        Matcher known = LINE.matcher(line);
        if (known.matches()) {
          seeds.put(known.group(2), Long.valueOf(known.group(1)));
        }
      }
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
    return seeds;
  }

  private static void write() {
    StringBuilder lines = new StringBuilder();
    SEEDS.forEach((sentence, seed) -> lines.append(seed + " " + sentence + "\n"));
    try {
      Files.writeString(FILE, lines);
    } catch (IOException unwritable) {
      throw new UncheckedIOException(unwritable);
    }
  }
}
