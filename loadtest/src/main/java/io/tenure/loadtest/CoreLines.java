package io.tenure.loadtest;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures the core and prints every line to reach with its measurement. Each measurement is a
 * process of its own. Times come from the measuring thread's own clock, which stops while other
 * processes have the processor.
 */
final class CoreLines {

  /**
   * The heap is fixed and touched beforehand, so that neither its growth nor the first use of
   * memory is measured. It is in huge pages, as for a server with millions of leases; the collector
   * is the one that a server of this size gets by itself.
   */
  private static final List<String> FLAGS =
      List.of(
          "-Xms4g",
          "-Xmx4g",
          "-XX:+AlwaysPreTouch",
          "-XX:+UseTransparentHugePages",
          "-XX:+UseG1GC");

  /** This collector leaves no gaps, so that the used heap is the live heap. */
  private static final List<String> MEMORY_FLAGS = List.of("-Xmx4g", "-XX:+UseParallelGC");

  private static final Path RESULTS = Path.of("loadtest", "results", "core-latest.json");

  private final boolean quick;
  private final Sheet sheet = new Sheet();

  private CoreLines(boolean quick) {
    this.quick = quick;
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    new CoreLines(List.of(args).contains("--quick")).run();
  }

  private void run() throws IOException, InterruptedException {
    String java = System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version");
    System.out.println(java);
    System.out.println("flags " + String.join(" ", FLAGS));
    System.out.println("flags for memory " + String.join(" ", MEMORY_FLAGS));
    measureRenewals();
    measurePairs();
    measureStorm();
    measureMemory();
    measureEarly();
    System.out.println();
    sheet.print();
    sheet.writeJson(RESULTS, java, FLAGS, quick);
  }

  private void measureRenewals() throws IOException, InterruptedException {
    renewals("1k", 1_000, 30, 12);
    renewals("100k", 100_000, 60, 30);
    renewals("1M", 1_000_000, 110, 60);
    if (!quick) {
      renewals("10M", 10_000_000, 180, 100);
    }
    sheet.lineOfEach("garbage of a renewal, 1M leases", "B", "1M.garbage", 0, 0);
  }

  private void renewals(String size, int leases, double line, double aim)
      throws IOException, InterruptedException {
    String rounds = quick ? "3" : "5";
    String operations = quick ? "4000000" : "10000000";
    measure(FLAGS, size, RenewalLine.class, Integer.toString(leases), rounds, operations);
    sheet.line("renew, " + size + " leases", "ns", size + ".renew", line, aim);
    sheet.beside("bare write of the same footprint", "ns", size + ".raw");
    sheet.beside("share of it in a renewal", "", size + ".ratio");
  }

  private void measurePairs() throws IOException, InterruptedException {
    for (String others : quick ? List.of("100000") : List.of("100000", "1000000")) {
      String name = "pairs-" + others;
      measure(FLAGS, name, PairLine.class, others, quick ? "3" : "5", "500000");
      sheet.beside("acquire and release beside " + others, "ns", name + ".pair");
    }
  }

  private void measureStorm() throws IOException, InterruptedException {
    String rounds = quick ? "2" : "5";
    for (String table : List.of("aged", "fresh")) {
      measure(FLAGS, table, StormLine.class, "1000000", rounds, table);
    }
    sheet.lineOfEach("1M leases of one tick: longest turn", "us", "aged.turnMax", 1_000, 200);
    sheet.beside("p99.9 of its turns", "us", "aged.turnP999");
    sheet.beside("p99 of its turns", "us", "aged.turnP99");
    sheet.beside("median of its turns", "us", "aged.turnP50");
    sheet.beside("longest by the wall clock, pauses included", "us", "aged.turnMaxByWall");
    sheet.beside("collections during it", "", "aged.collections");
    sheet.beside("their pauses together", "ms", "aged.pauses");
    sheet.beside("longest turn in a fresh table", "us", "fresh.turnMax");
    sheet.line("1M leases of one tick: all done", "s", "aged.loop", 1.5, 0.4);
    sheet.beside("by the wall clock, pauses included", "s", "aged.loopByWall");
    sheet.beside("in a fresh table", "s", "fresh.loop");
  }

  private void measureMemory() throws IOException, InterruptedException {
    String most = quick ? "1000000" : "4000000";
    for (String what : List.of("leases", "requestIds", "objects")) {
      measure(MEMORY_FLAGS, what, MemoryLine.class, what, most);
    }
    sheet.line("memory of a lease with a key of 32 bytes", "B", "leases.bytes", 160, 96);
    sheet.beside("with a requestId of 36 characters too", "B", "requestIds.bytes");
    sheet.beside("plain objects and a HashMap instead", "B", "objects.bytes");
  }

  private void measureEarly() throws IOException, InterruptedException {
    measure(FLAGS, "early", EarlyLine.class, quick ? "2000000" : "100000000");
    sheet.lineOfEach("leases that ended before their deadline", "", "early.early", 0, 0);
    sheet.beside("of so many that ended", "", "early.ends");
  }

  private void measure(List<String> flags, String name, Class<?> line, String... arguments)
      throws IOException, InterruptedException {
    System.out.println(line.getSimpleName() + " " + String.join(" ", arguments));
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(flags);
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(line.getName());
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (BufferedReader output =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String told = output.readLine(); told != null; told = output.readLine()) {
        if (!Measured.read(told, name + ".", sheet)) {
          System.out.println("  " + told);
        }
      }
    }
    if (process.waitFor() != 0) {
      throw new IllegalStateException(line.getSimpleName() + " failed");
    }
  }
}
