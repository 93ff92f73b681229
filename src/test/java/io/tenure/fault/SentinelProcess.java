package io.tenure.fault;

import io.tenure.machine.Ports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * A Sentinel of one primary. It fails over when a test tells it to, and not because of a busy
 * machine.
 */
final class SentinelProcess implements AutoCloseable {

  static final String MASTER = "main";

  private static final Duration STARTING = Duration.ofSeconds(20);
  private static final long PATIENCE_MILLIS = 20_000;

  private final TestDirectory directory = new TestDirectory();
  private final int port = Ports.free();
  private final Child child;

  SentinelProcess(int primary, List<Integer> replicas) {
    Path config = directory.path().resolve("sentinel.conf");
    try {
      Files.write(
          config,
          List.of(
              "port " + port,
              "bind 127.0.0.1",
              "dir " + directory.path(),
              "sentinel monitor " + MASTER + " 127.0.0.1 " + primary + " 1",
              "sentinel down-after-milliseconds " + MASTER + " 60000",
              // Before this time Sentinel does not correct a replica that follows through a proxy.
              "sentinel failover-timeout " + MASTER + " 60000"));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    child =
        Child.start(
            "sentinel",
            directory.path(),
            List.of(RedisProcess.PROGRAM.toString(), config.toString(), "--sentinel"));
    child.await("monitor", line -> line.contains("+monitor"), STARTING);
    await(
        "knows the replicas",
        () -> {
          String known = ask("SENTINEL", "replicas", MASTER);
          return replicas.stream().allMatch(each -> known.contains("127.0.0.1:" + each));
        });
  }

  int port() {
    return port;
  }

  /** Returns when the replica that replaced the primary is announced, with its port. */
  int failOver() {
    int before = primary();
    await("begins", () -> ask("SENTINEL", "failover", MASTER).equals("OK"));
    await("fails over", () -> primary() != before);
    return primary();
  }

  @Override
  public void close() {
    child.close();
    directory.close();
  }

  private int primary() {
    String address = ask("SENTINEL", "get-master-addr-by-name", MASTER);
    return Integer.parseInt(address.substring(address.indexOf('\n') + 1));
  }

  private void await(String what, BooleanSupplier condition) {
    if (!Stage.becomes(condition, PATIENCE_MILLIS)) {
      throw new IllegalStateException("the Sentinel never " + what + ":\n" + child.said());
    }
  }

  private String ask(String... words) {
    try {
      return RedisTalk.ask(port, "", words);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
