package io.tenure.loadtest.gauge;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class MachineTest {

  @Test
  void allProcessorsAreCountedByOneWhoMayUseASingleOne() {
    String all = Machine.said("nproc", "--all");
    String told =
        Machine.said(
            ProcessHandle.current().info().command().orElseThrow(),
            "-XX:ActiveProcessorCount=1",
            "-cp",
            System.getProperty("java.class.path"),
            Bound.class.getName());

    assertEquals(all, told);
  }

  /** Prints the number of processors. */
  static final class Bound {
    public static void main(String[] args) {
      System.out.println(Machine.facts().get("processors"));
    }
  }
}
