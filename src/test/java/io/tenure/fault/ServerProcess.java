package io.tenure.fault;

import io.tenure.machine.Ports;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** A server in its own Java process, always at the same port, under a new name after each start. */
final class ServerProcess implements AutoCloseable {

  private static final Duration STARTING = Duration.ofSeconds(30);

  /** The last output of a process is read a moment after its end. */
  private static final long SAYING_MILLIS = 5_000;

  /** Flags for a quick start and little memory: several servers run next to the test. */
  private static final List<String> JAVA =
      List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto");

  private final String name;
  private final Map<String, String> settings;
  private final int port = Ports.free();
  private int lives;
  private Child child;

  ServerProcess(String name, Map<String, String> settings) {
    this.name = name;
    this.settings = new TreeMap<>(settings);
    child = launch();
  }

  int port() {
    return port;
  }

  /** Whether an answer names this server in its present life. */
  boolean named(String speaker) {
    return speaker.equals(present());
  }

  String present() {
    return name + "#" + lives;
  }

  Child process() {
    return child;
  }

  /** Kills the server; its own Redis lives on. */
  void kill() {
    child.kill();
  }

  /** Sends SIGTERM; returns when the server has handed its shards back and ended. */
  void stop() {
    child.end();
    if (!Stage.becomes(() -> child.said().contains(FaultServer.LEFT), SAYING_MILLIS)) {
      throw new NotInTime(present() + " did not leave in order:\n" + child.said());
    }
  }

  /** Starts the server again after a kill. */
  void restart() {
    child = launch();
    awaitReady();
  }

  void awaitReady() {
    child.await("ready", line -> line.startsWith("ready "), STARTING);
  }

  /** The Redis that the server started for itself. */
  ProcessHandle ownRedis() {
    return Litter.of(Objects.requireNonNull(settings.get("data")))
        .filter(each -> !each.equals(child.handle()))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException(present() + " has no Redis of its own"));
  }

  @Override
  public void close() {
    child.close();
  }

  private Child launch() {
    lives++;
    settings.put("name", present());
    settings.put("port", Integer.toString(port));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(JAVA);
    command.addAll(List.of("-cp", classPath(), "io.tenure.fault.FaultServer"));
    settings.forEach((key, value) -> command.add(key + "=" + value));
    return Child.start(present(), Path.of("."), command);
  }

  private static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }
}
