package io.tenure.cli.hold;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tenure.machine.RealMachine;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks which processes are killed, and which cannot be killed. */
@RealMachine
class ProcessTreeTest {

  @TempDir Path directory;

  @Test
  void whoeverIsKilledMayTakeAMomentAndFork() throws Exception {
    ProcessHandle ours = process(true);
    Deque<List<ProcessHandle>> looks = new ArrayDeque<>();
    looks.add(List.of(ours));
    looks.add(List.of(ours, process(true)));
    looks.add(List.of());

    assertEquals(List.of(), ProcessTree.kill(looks::remove));
  }

  @Test
  void whatRunsAsSomebodyElseIsLeft() throws Exception {
    ProcessHandle ours = process(true);
    ProcessHandle theirs = process(false);
    Deque<List<ProcessHandle>> looks = new ArrayDeque<>();
    looks.add(List.of(ours, theirs));
    looks.add(List.of(theirs));

    assertEquals(List.of(theirs), ProcessTree.kill(looks::remove));
  }

  @Test
  void whoHasEndedIsNotLeftThoughNobodyAsksForItsCode() throws Exception {
    Path ended = directory.resolve("ended");
    String script =
        "(until grep -q sleep /proc/$$/comm; do :; done) & echo $! >%s; exec sleep 300"
            .formatted(ended);
    ProcessTree crew =
        ProcessTree.ready(
                List.of("bash", "-c", script),
                Map.of(),
                Set.of(),
                false,
                "key",
                Duration.ofMinutes(1))
            .start();
    try {
      awaitZombie(ended);
      assertEquals(1, crew.left().size(), crew.left().toString());
    } finally {
      assertEquals(List.of(), crew.kill());
      crew.dismiss();
    }
  }

  private static void awaitZombie(Path pid) throws IOException {
    while (!Files.exists(pid) || !isZombie(Files.readString(pid).strip())) {
      LockSupport.parkNanos(1_000_000);
    }
  }

  private static boolean isZombie(String pid) throws IOException {
    return !pid.isEmpty()
        && Files.readString(Path.of("/proc", pid, "status")).contains("State:\tZ");
  }

  private static ProcessHandle process(boolean mayBeKilled) {
    return (ProcessHandle)
        Proxy.newProxyInstance(
            ProcessTreeTest.class.getClassLoader(),
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
