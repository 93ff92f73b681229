package io.tenure;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.List;

/**
 * Hears the signals that ask a process to end. A shutdown hook would not do: it has to wait for
 * what it stops, and the second Ctrl-C never reaches it. The JDK offers them in a class that the
 * compiler warns of beyond appeal, so it is called by name.
 */
final class Signals {

  private static final List<String> ENDING = List.of("TERM", "INT", "HUP");

  private Signals() {}

  /** Calls {@code heard}, each time on a thread of its own. */
  static void onEnd(Log log, Runnable heard) {
    ENDING.forEach(signal -> on(signal, log, heard));
  }

  private static void on(String name, Log log, Runnable heard) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      InvocationHandler hears =
          (proxy, method, arguments) ->
              switch (method.getName()) {
                case "handle" -> {
                  heard.run();
                  yield null;
                }
                case "equals" -> proxy == arguments[0];
                case "hashCode" -> System.identityHashCode(proxy);
                default -> name;
              };
      Object proxy =
          Proxy.newProxyInstance(Signals.class.getClassLoader(), new Class<?>[] {handler}, hears);
      signal
          .getMethod("handle", signal, handler)
          .invoke(null, signal.getConstructor(String.class).newInstance(name), proxy);
    } catch (ReflectiveOperationException none) {
      log.line(
          LogLine.warn("server", "this Java hands on no SIG" + name + ": it ends without a stop"));
    }
  }
}
