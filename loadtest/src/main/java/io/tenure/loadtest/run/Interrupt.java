package io.tenure.loadtest.run;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;

/**
 * Handles Ctrl-C: the first ends the running scenario, so that there is still a report; the second
 * ends all. By name, because the class is no part of Java's own interface.
 */
final class Interrupt {

  private static final int INTERRUPTED = 130;

  private Interrupt() {}

  static void heard(Runnable first) {
    boolean[] before = new boolean[1];
    InvocationHandler handler =
        (proxy, method, arguments) -> {
          if (before[0]) {
            System.exit(INTERRUPTED);
          }
          before[0] = true;
          first.run();
          return null;
        };
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handling = Class.forName("sun.misc.SignalHandler");
      Object interrupt = signal.getConstructor(String.class).newInstance("INT");
      Object proxy =
          Proxy.newProxyInstance(
              Interrupt.class.getClassLoader(), new Class<?>[] {handling}, handler);
      signal.getMethod("handle", signal, handling).invoke(null, interrupt, proxy);
    } catch (ReflectiveOperationException without) {
      System.err.println("Ctrl-C will end this without a report: " + without);
    }
  }
}
