package io.tenure.machine;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.DynamicTestInvocationContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.LifecycleMethodExecutionExceptionHandler;
import org.junit.jupiter.api.extension.TestWatcher;

/**
 * Ends the second try of a test before it begins. Only a {@link RealMachine} test has a second try,
 * and only if its first failure was no broken contract. A build that retries failed tests retries
 * all of them, in the process in which they failed. This extension applies to every test of this
 * project.
 */
public final class SecondTry
    implements BeforeAllCallback,
        BeforeEachCallback,
        AfterEachCallback,
        InvocationInterceptor,
        LifecycleMethodExecutionExceptionHandler,
        TestWatcher {

  private static final Map<String, Throwable> FINAL = new ConcurrentHashMap<>();

  @Override
  public void beforeAll(ExtensionContext context) {
    refuse(context);
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    refuse(context);
  }

  /** JUnit reports the failure of a test that a factory made to no watcher. */
  @Override
  public void interceptDynamicTest(
      Invocation<Void> invocation, DynamicTestInvocationContext test, ExtensionContext context)
      throws Throwable {
    refuse(context);
    try {
      invocation.proceed();
    } catch (Throwable cause) {
      judge(context, cause);
      throw cause;
    }
  }

  /** Includes the failure of a factory itself, which JUnit reports to no watcher either. */
  @Override
  public void afterEach(ExtensionContext context) {
    context.getExecutionException().ifPresent(cause -> judge(context, cause));
  }

  @Override
  public void testFailed(ExtensionContext context, Throwable cause) {
    judge(context, cause);
  }

  @Override
  public void handleBeforeAllMethodExecutionException(ExtensionContext context, Throwable cause)
      throws Throwable {
    judge(context, cause);
    throw cause;
  }

  @Override
  public void handleAfterAllMethodExecutionException(ExtensionContext context, Throwable cause)
      throws Throwable {
    judge(context, cause);
    throw cause;
  }

  private static void judge(ExtensionContext context, Throwable cause) {
    if (!mayBeNoise(context) || Violated.by(cause)) {
      FINAL.putIfAbsent(context.getUniqueId(), cause);
    }
  }

  /** A test that a factory made has no tags of its own. */
  private static boolean mayBeNoise(ExtensionContext context) {
    return context.getTags().contains(RealMachine.TAG)
        || context.getParent().map(SecondTry::mayBeNoise).orElse(false);
  }

  private static void refuse(ExtensionContext context) {
    Throwable first = FINAL.get(context.getUniqueId());
    if (first != null) {
      throw new AssertionError("not tried again: " + first, first);
    }
  }
}
