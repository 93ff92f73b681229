package io.tenure.machine;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.LifecycleMethodExecutionExceptionHandler;
import org.junit.jupiter.api.extension.TestWatcher;

/**
 * Ends the second try of a test before it begins, unless the test is one of the {@link RealMachine}
 * and its first failure was no broken contract. A build that tries failed tests again tries all of
 * them, in the process in which they failed; this one stands before every test of this project.
 */
public final class SecondTry
    implements BeforeAllCallback,
        BeforeEachCallback,
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
    if (!context.getTags().contains(RealMachine.TAG) || Violated.by(cause)) {
      FINAL.putIfAbsent(context.getUniqueId(), cause);
    }
  }

  private static void refuse(ExtensionContext context) {
    Throwable first = FINAL.get(context.getUniqueId());
    if (first != null) {
      throw new AssertionError("not tried again: " + first, first);
    }
  }
}
