package io.tenure.sim;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A deliberate error: a snippet of one source file, and what stands there instead. */
record Mistake(String sentence, String file, String snippet, String replacement, Strain strain) {

  static final String CORE = "src/main/java/io/tenure/core/";
  static final String SHARD = "src/main/java/io/tenure/shard/";
  static final String STORE = "src/main/java/io/tenure/store/";
  static final String SCRIPTS = "src/main/resources/io/tenure/store/";
  static final String SIM = "src/test/java/io/tenure/sim/";

  Mistake(String sentence, String file, String snippet, String replacement) {
    this(sentence, file, snippet, replacement, Strain.NONE);
  }

  /** Too rare to be waited for otherwise. */
  Mistake under(Strain needed) {
    return new Mistake(sentence, file, snippet, replacement, needed);
  }

  /** Of the class that the file defines, or of the resource that it is. */
  String resource() {
    return file.substring(file.indexOf("io/tenure/"));
  }

  boolean inJava() {
    return file.endsWith(".java");
  }

  /** The class that the file defines. */
  String className() {
    String path = resource();
    return path.substring(0, path.length() - ".java".length()).replace('/', '.');
  }

  /** The source with the mistake in it. Fails when the snippet is not there exactly once. */
  String source() {
    String source;
    try {
      source = Files.readString(Path.of(file));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
    int at = source.indexOf(snippet);
    if (at < 0 || source.indexOf(snippet, at + 1) >= 0) {
      throw new AssertionError(
          "the mistake no longer applies: " + file + " must contain once: " + snippet);
    }
    return source.replace(snippet, replacement);
  }
}
