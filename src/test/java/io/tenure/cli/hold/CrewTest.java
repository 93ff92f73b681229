package io.tenure.cli.hold;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who is killed, and who cannot be. */
class CrewTest {

  @Test
  void whoeverIsKilledMayTakeAMomentAndFork() throws Exception {
    ProcessHandle ours = process(true);
    Deque<List<ProcessHandle>> looks = new ArrayDeque<>();
    looks.add(List.of(ours));
    looks.add(List.of(ours, process(true)));
    looks.add(List.of());

    assertEquals(List.of(), Crew.kill(looks::remove));
  }

  @Test
  void whatRunsAsSomebodyElseIsLeft() throws Exception {
    ProcessHandle ours = process(true);
    ProcessHandle theirs = process(false);
    Deque<List<ProcessHandle>> looks = new ArrayDeque<>();
    looks.add(List.of(ours, theirs));
    looks.add(List.of(theirs));

    assertEquals(List.of(theirs), Crew.kill(looks::remove));
  }

  private static ProcessHandle process(boolean mayBeKilled) {
    return (ProcessHandle)
        Proxy.newProxyInstance(
            CrewTest.class.getClassLoader(),
            new Class<?>[] {ProcessHandle.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "destroyForcibly" -> mayBeKilled;
                  case "equals" -> proxy == arguments[0];
                  case "hashCode" -> System.identityHashCode(proxy);
                  default -> "a process";
                });
  }
}
