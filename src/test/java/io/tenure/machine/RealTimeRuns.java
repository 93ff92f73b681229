package io.tenure.machine;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;

/** Plays an {@link InRealTime} test once, and again when that run was void. */
final class RealTimeRuns implements TestTemplateInvocationContextProvider {

  private static final int RUNS_MAX = 3;

  @Override
  public boolean supportsTestTemplate(ExtensionContext context) {
    return true;
  }

  /** Lazily, because only the end of a run decides whether there is another one. */
  @Override
  public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(
      ExtensionContext context) {
    return Stream.iterate(new Run(context.getDisplayName(), 1), Objects::nonNull, Run::next)
        .map(TestTemplateInvocationContext.class::cast);
  }

  static final class Run
      implements TestTemplateInvocationContext, BeforeEachCallback, TestExecutionExceptionHandler {
    private final String name;
    private final int number;
    private long beganNanos;
    private boolean isVoid;

    Run(String name, int number) {
      this.name = name;
      this.number = number;
    }

    @Nullable Run next() {
      return isVoid ? new Run(name, number + 1) : null;
    }

    @Override
    public String getDisplayName(int number) {
      return number == 1 ? name : name + ", run " + number;
    }

    @Override
    public List<Extension> getAdditionalExtensions() {
      return List.of(this);
    }

    @Override
    public void beforeEach(ExtensionContext context) {
      begin();
    }

    void begin() {
      beganNanos = Standstill.nowNanos();
    }

    @Override
    public void handleTestExecutionException(ExtensionContext context, Throwable failure)
        throws Throwable {
      judge(failure);
    }

    void judge(Throwable failure) throws Throwable {
      long stillNanos = Standstill.longestNanos(beganNanos, System.nanoTime());
      boolean quiet = stillNanos <= Standstill.MOST_NANOS;
      if (number == RUNS_MAX || quiet || Violated.by(failure)) {
        throw failure;
      }
      isVoid = true;
      System.out.printf(
          "void: %s: the machine stood still for %d ms, and %s%n",
          name, stillNanos / 1_000_000, failure);
    }
  }
}
