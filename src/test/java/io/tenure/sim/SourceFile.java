package io.tenure.sim;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A source file of Tenure: a class or a script. */
record SourceFile(Path path, Language language, String text) {

  /** A marker in {@code file}, followed by {@code code}. */
  record Marker(String name, SourceFile file, Marked code) {}

  private static final Pattern MARKER = Pattern.compile("(?m)^ *(?://|--) mistake: (.*)\\R");
  private static final String ROOM = "io/tenure/";

  /** All source files in {@code folder} and below. */
  static List<SourceFile> under(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.flatMap(file -> Language.of(file).map(it -> read(file, it)).stream()).toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static SourceFile read(Path file, Language language) {
    try {
      return new SourceFile(file, language, Files.readString(file));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  Stream<Marker> markers() {
    return MARKER.matcher(text).results().map(this::marker);
  }

  private Marker marker(MatchResult found) {
    return new Marker(found.group(1), this, language.marked(text, found.end()));
  }

  /** The name without folder and suffix. */
  String simpleName() {
    String name = path.getFileName().toString();
    return name.substring(0, name.indexOf('.'));
  }

  /** The name by which a class loader is asked for it. */
  String resource() {
    String all = path.toString();
    return all.substring(all.lastIndexOf(ROOM));
  }

  String className() {
    return resource().replace(".java", "").replace('/', '.');
  }
}
