package io.tenure.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Checks that the simulation notices each of these mistakes in the source (positive controls). */
final class MistakesTest {

  private static Trials trials;

  @BeforeAll
  static void open() throws Exception {
    trials = new Trials(Sources.OURS);
  }

  @AfterAll
  static void close() {
    trials.close();
  }

  @TestFactory
  Stream<DynamicTest> itIsNoticedWhen() {
    return trials.tests();
  }

  /** Checks the controls: the unchanged code, loaded in the same way, passes. */
  @Test
  void nothingIsNoticedWithoutAMistake() throws Exception {
    assertNull(Planted.without(Sources.OURS).examine(1, 0, 1, Strain.NONE.name()));
  }

  @Test
  void eachMarkerStandsOnceAndHasAMistake() {
    var marked = Sources.OURS.markers().stream().map(SourceFile.Marker::name).sorted().toList();
    var mistaken = Mistakes.all().map(Mistake::marker).distinct().sorted().toList();

    assertEquals(mistaken, marked);
  }
}
