package io.tenure.loadtest.inside;

import io.tenure.loadtest.gauge.Proc;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server in a process of its own, on a core of its own. */
final class Peer implements AutoCloseable {

  /** The rate of the kernel's clock that counts the time of processes. */
  private static final double TICKS_PER_SECOND = 100;

  private static final Pattern URL = Pattern.compile("listens on http://127.0.0.1:(\\d+)");

  private final Process process;
  final int port;

  private Peer(List<String> command) {
    List<String> pinned =
        new ArrayList<>(List.of("taskset", "-c", System.getProperty("core", "0")));
    pinned.addAll(command);
    try {
      ProcessBuilder builder = new ProcessBuilder(pinned).redirectErrorStream(true);
      builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
      process = builder.start();
      Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
      port = port();
    } catch (IOException failed) {
      throw new UncheckedIOException("install util-linux for taskset", failed);
    }
  }

  static Peer tenure() {
    return new Peer(
        List.of(
            "./tenure", "serve", "--store", "memory", "--port", "0", "--limits-ttl-max", "24h"));
  }

  static Peer echo() {
    return new Peer(
        List.of(
            System.getProperty("java.home") + "/bin/java",
            "-XX:MaxRAMPercentage=50",
            "-XX:-UsePerfData",
            "-XX:+UseG1GC",
            "-cp",
            System.getProperty("java.class.path"),
            Echo.class.getName()));
  }

  private int port() throws IOException {
    BufferedReader out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    StringBuilder said = new StringBuilder();
    while (true) {
      String line = out.readLine();
      if (line == null) {
        throw new IllegalStateException("it does not start: " + said);
      }
      said.append(line).append('\n');
      Matcher url = URL.matcher(line);
      if (url.find()) {
        drain(out);
        return Integer.parseInt(url.group(1));
      }
    }
  }

  private static void drain(BufferedReader out) {
    Thread drain = new Thread(() -> readOn(out), "drain");
    drain.setDaemon(true);
    drain.start();
  }

  private static void readOn(BufferedReader out) {
    try {
      while (out.readLine() != null) {
        // Its later output is not measured.
      }
    } catch (IOException ended) {
      // Neither is its end.
    }
  }

  /** The processor time of all its threads, in the kernel too. */
  double cpuSeconds() {
    String[] fields = read("stat").replaceFirst("^.*\\) ", "").split(" ");
    return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / TICKS_PER_SECOND;
  }

  /** The live bytes on its heap and outside it. */
  long liveBytes() {
    try {
      Process jcmd =
          new ProcessBuilder(
                  System.getProperty("java.home") + "/bin/jcmd",
                  Long.toString(process.pid()),
                  "GC.class_histogram")
              .start();
      String all = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      String[] total = all.strip().substring(all.strip().lastIndexOf("Total")).split("\\s+");
      return Long.parseLong(total[2]);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** Its resident memory. */
  long residentBytes() {
    return Proc.settledResidentBytes(process.pid());
  }

  private String read(String file) {
    try {
      return Files.readString(Path.of("/proc", Long.toString(process.pid()), file));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  @Override
  public void close() {
    process.destroy();
    process.onExit().join();
  }
}
