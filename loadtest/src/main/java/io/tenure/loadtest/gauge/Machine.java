package io.tenure.loadtest.gauge;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The machine on which the figures were measured. */
public final class Machine {

  private static final long PATIENCE_SECONDS = 10;

  private Machine() {}

  /** Facts by name, in the order to be shown. */
  public static Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("processor", first("/proc/cpuinfo", "model name"));
    facts.put("processors", processors());
    facts.put("memory", first("/proc/meminfo", "MemTotal"));
    facts.put("kernel", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    facts.put(
        "Java",
        System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"));
    facts.put("load average at the start", word("/proc/loadavg"));
    facts.put("Tenure", said("git", "describe", "--always", "--dirty"));
    return facts;
  }

  /** The first line that a program prints; empty when there is no such program. */
  public static String said(String... command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String all = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
      return all.strip().lines().findFirst().orElse("");
    } catch (IOException missing) {
      return "";
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return "";
    }
  }

  /** All processors: Java counts only those to which it is bound. */
  private static String processors() {
    try {
      return Long.toString(
          Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
              .filter(line -> line.startsWith("processor"))
              .count());
    } catch (IOException elsewhere) {
      return "unknown";
    }
  }

  /** The processors on which this process may run, such as {@code 0-3}. */
  public static String ours() {
    return first("/proc/self/status", "Cpus_allowed_list");
  }

  private static String first(String file, String name) {
    try {
      return Files.readAllLines(Path.of(file)).stream()
          .filter(line -> line.startsWith(name))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse("unknown");
    } catch (IOException elsewhere) {
      return "unknown";
    }
  }

  private static String word(String file) {
    try {
      return Files.readString(Path.of(file)).strip();
    } catch (IOException elsewhere) {
      return "unknown";
    }
  }
}
