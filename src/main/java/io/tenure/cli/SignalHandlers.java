package io.tenure.cli;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;

/**
 * Installs handlers of the signals that are sent to this process. A shutdown hook would not do: it
 * has to wait for the work that it stops, and the second Ctrl-C never reaches it. The JDK offers
 * signals in a class of which the compiler always warns, so this class calls it by name.
 */
public final class SignalHandlers {

  private SignalHandlers() {}

  /**
   * Calls {@code heard} at each signal of that name, each time on a thread of its own. False: this
   * Java does not deliver the signal.
   */
  public static boolean on(String name, Runnable heard) {
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
          Proxy.newProxyInstance(
              SignalHandlers.class.getClassLoader(), new Class<?>[] {handler}, hears);
      signal
          .getMethod("handle", signal, handler)
          .invoke(null, signal.getConstructor(String.class).newInstance(name), proxy);
      return true;
    } catch (ReflectiveOperationException none) {
      return false;
    }
  }
}
