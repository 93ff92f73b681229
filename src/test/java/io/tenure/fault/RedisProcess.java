package io.tenure.fault;

import io.tenure.machine.Ports;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import redis.embedded.core.ExecutableProvider;

/** A real Redis on loopback, with its append-only file in a directory of its own. */
final class RedisProcess implements AutoCloseable {

  private static final Duration STARTING = Duration.ofSeconds(20);

  private static final List<String> ALWAYS =
      List.of(
          "--bind",
          "127.0.0.1",
          "--appendonly",
          "yes",
          "--save",
          "",
          "--repl-diskless-sync-delay",
          "0");

  static final Path PROGRAM = program();

  private final TestDirectory directory = new TestDirectory();
  private final Path data = directory.path().resolve("data");
  private final Path kept = directory.path().resolve("kept");
  private final int port = Ports.free();
  private final List<String> config;
  private String password = "";
  private Child child;

  /** {@code config}: more lines of configuration, as words of the command line. */
  RedisProcess(String... config) {
    this.config = List.of(config);
    child = launch();
  }

  int port() {
    return port;
  }

  Child process() {
    return child;
  }

  void kill() {
    child.kill();
  }

  void restart() {
    child.close();
    child = launch();
  }

  /** Copies the journal as it is now. */
  void keepCopy() {
    TestDirectory.copy(data, kept);
  }

  /** Restores the copy; everything written since {@link #keepCopy} is lost. */
  void putCopyBack() {
    TestDirectory.copy(kept, data);
  }

  /**
   * Becomes a replica of the Redis at that port, with all of its data. Its clients must connect
   * again, as when a Sentinel tells it to.
   */
  void follow(int primary) {
    ask("REPLICAOF", "127.0.0.1", Integer.toString(primary));
    ask("CLIENT", "KILL", "TYPE", "normal");
    if (!Stage.becomes(
        () -> ask("INFO", "replication").contains("master_link_status:up"), STARTING.toMillis())) {
      throw new IllegalStateException("the replica does not follow");
    }
  }

  /** Becomes a primary, which accepts writes. */
  void lead() {
    ask("REPLICAOF", "NO", "ONE");
  }

  String ask(String... words) {
    try {
      return RedisTalk.ask(port, password, words);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** Requires a password of all clients, also of those that are connected; none when empty. */
  void requirePassword(String required) {
    ask("CONFIG", "SET", "requirepass", required);
    password = required;
    ask("CLIENT", "KILL", "TYPE", "normal");
  }

  @Override
  public void close() {
    child.close();
    directory.close();
  }

  private Child launch() {
    data.toFile().mkdir();
    List<String> command = new ArrayList<>(List.of(PROGRAM.toString()));
    command.addAll(List.of("--port", Integer.toString(port), "--dir", data.toString()));
    command.addAll(ALWAYS);
    command.addAll(config);
    Child started = Child.start("redis", data, command);
    started.await("ready", line -> line.contains("Ready to accept connections"), STARTING);
    return started;
  }

  /**
   * The installed Redis, else the bundled one, unpacked for this process only, as each test process
   * does.
   */
  private static Path program() {
    try {
      for (String each : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)) {
        Path candidate = Path.of(each, "redis-server");
        if (Files.isExecutable(candidate)) {
          return candidate;
        }
      }
      String mine = Long.toString(ProcessHandle.current().pid());
      File unpacked = Files.createDirectories(Path.of("target", "redis", mine)).toFile();
      return ExecutableProvider.newJarResourceProvider(unpacked).get().toPath().toAbsolutePath();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
