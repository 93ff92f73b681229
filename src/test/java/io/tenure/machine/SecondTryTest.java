package io.tenure.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectUniqueId;
import static org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder.request;

import io.tenure.client.error.FencedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherFactory;

/** Checks second tries: plays failed tests again as a build does that retries them. */
class SecondTryTest {

  private static final Map<String, Integer> PLAYED = new TreeMap<>();

  /** Played by the tests below only: each of its tests fails at its first try. */
  static final class Sample {

    @Test
    void anyTest() {
      failFirst(new AssertionError("wrong"));
    }

    @RealMachine
    @Test
    void noise() {
      failFirst(new AssertionError("too late"));
    }

    @InRealTime
    void noiseInRealTime() {
      failFirst(new AssertionError("too late"));
    }

    @RealMachine
    @Test
    void violation() {
      failFirst(new Violated("two holders at one instant"));
    }

    @RealMachine
    @Test
    void refusedByTheResource() {
      failFirst(new IllegalStateException(new FencedException("jobs", 4, 5)));
    }
  }

  /** Played by the tests below only: what its factories make fails at its first try. */
  static final class Factories {

    @TestFactory
    Stream<DynamicTest> mistakes() {
      return Stream.of(
          dynamicTest("a mistake", () -> failFirst("a mistake", new AssertionError("unnoticed"))),
          dynamicTest("no mistake", () -> failFirst("no mistake", null)));
    }

    @RealMachine
    @TestFactory
    Stream<DynamicTest> processes() {
      return Stream.of(
          dynamicTest("noise", () -> failFirst("noise", new AssertionError("too late"))),
          dynamicTest("violation", () -> failFirst("violation", new Violated("two holders"))));
    }

    @TestFactory
    Stream<DynamicTest> nothing() {
      failFirst("nothing", new AssertionError("no mistake is planted"));
      return Stream.empty();
    }
  }

  @RealMachine
  static final class ViolatedBefore {

    @BeforeAll
    static void prepare() {
      failFirst(new Violated("a token was given twice"));
    }

    @Test
    void afterwards() {}
  }

  @BeforeEach
  void playNothingYet() {
    PLAYED.clear();
  }

  @Test
  void onlyNoiseIsTriedAgain() {
    Map<String, Throwable> first = play(List.of(DiscoverySelectors.selectClass(Sample.class)));
    Map<String, Throwable> second = play(uniqueIds(first));

    assertEquals(5, first.size());
    assertEquals(
        Map.of(
            "anyTest",
            1,
            "noise",
            2,
            "noiseInRealTime",
            2,
            "violation",
            1,
            "refusedByTheResource",
            1),
        PLAYED);
    assertEquals(3, second.size());
    second.forEach(
        (id, failure) -> {
          assertEquals("not tried again: " + first.get(id), failure.getMessage());
          assertEquals(first.get(id), failure.getCause());
        });
  }

  @Test
  void onlyNoiseIsTriedAgainAmongTheTestsOfAFactory() {
    Map<String, Throwable> first = play(List.of(DiscoverySelectors.selectClass(Factories.class)));
    Map<String, Throwable> second = play(uniqueIds(first));

    assertEquals(4, first.size());
    assertEquals(
        Map.of("a mistake", 1, "no mistake", 1, "noise", 2, "violation", 1, "nothing", 1), PLAYED);
    assertEquals(3, second.size());
    second.forEach(
        (id, failure) -> assertEquals("not tried again: " + first.get(id), failure.getMessage()));
  }

  @Test
  void aViolationBeforeAllTestsOfAClassIsNotTriedAgain() {
    DiscoverySelector sample = DiscoverySelectors.selectClass(ViolatedBefore.class);
    play(List.of(sample));
    Map<String, Throwable> second = play(List.of(sample));

    assertEquals(1, PLAYED.get("prepare"));
    assertTrue(second.values().iterator().next().toString().contains("a token was given twice"));
  }

  /** A build on the machine of a developer reports at once that a test is not reliable. */
  @Test
  void onlyTheGateTriesAgain() throws Exception {
    String second = "surefire.rerunFailingTestsCount=1";

    assertTrue(Files.readString(Path.of(".ci/run")).contains(second));
    assertFalse(Files.readString(Path.of("pom.xml")).contains("rerunFailingTestsCount"));
  }

  private static void failFirst(Throwable failure) {
    failFirst(
        StackWalker.getInstance()
            .walk(frames -> frames.skip(1).findFirst().orElseThrow().getMethodName()),
        failure);
  }

  private static void failFirst(String test, @Nullable Throwable failure) {
    if (PLAYED.merge(test, 1, Integer::sum) == 1 && failure != null) {
      SecondTryTest.<RuntimeException>raise(failure);
    }
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void raise(Throwable failure) throws T {
    throw (T) failure;
  }

  private static List<DiscoverySelector> uniqueIds(Map<String, Throwable> failed) {
    List<DiscoverySelector> selectors = new ArrayList<>();
    failed.keySet().forEach(id -> selectors.add(selectUniqueId(id)));
    return selectors;
  }

  /** Failures by the unique id of what failed. */
  private static Map<String, Throwable> play(List<DiscoverySelector> selectors) {
    Map<String, Throwable> failed = new HashMap<>();
    TestExecutionListener listener =
        new TestExecutionListener() {
          @Override
          public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            result.getThrowable().ifPresent(cause -> failed.put(test.getUniqueId(), cause));
          }
        };
    LauncherFactory.create().execute(request().selectors(selectors).build(), listener);
    return failed;
  }
}
