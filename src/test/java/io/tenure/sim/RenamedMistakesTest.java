package io.tenure.sim;

import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that the same mistakes apply, and are noticed, after each class with a mistake is renamed.
 */
final class RenamedMistakesTest {

  private static Trials trials;
  private static Sources sources;

  @BeforeAll
  static void open(@TempDir Path copy) throws Exception {
    sources = RenamedCopy.at(copy);
    trials = new Trials(sources);
  }

  @AfterAll
  static void close() {
    trials.close();
  }

  @TestFactory
  Stream<DynamicTest> itIsNoticedInARenamedClassWhen() {
    return trials.tests();
  }

  @Test
  void noneHasKeptItsName() {
    for (SourceFile.Marker marker : Sources.OURS.markers()) {
      SourceFile file = marker.file();
      if (file.language() == Language.JAVA) {
        assertNull(sources.classFile(file.className()), file.className());
      }
    }
  }
}
