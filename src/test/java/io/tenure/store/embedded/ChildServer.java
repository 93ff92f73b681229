package io.tenure.store.embedded;

import static io.tenure.store.embedded.Eventually.eventually;

import io.tenure.machine.Overdue;
import io.tenure.store.StoreUnusableException;
import io.vertx.core.Vertx;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A server in its own process, reduced to its data directory, its witness and its private Redis. It
 * prints one line when it is up, or the reason of its failure, and lives until its test ends it.
 */
final class ChildServer implements AutoCloseable {

  static final int SHARDS = 4;
  static final long DAY_MILLIS = 86_400_000;

  private static final long LIVES_SECONDS_MAX = 120;

  private final Process process;
  private final String said;

  private ChildServer(Process process, String said) {
    this.process = process;
    this.said = said;
  }

  /**
   * @param before the command that starts the program, if not the system itself
   */
  static ChildServer start(Path directory, String searchPath, String... before) {
    // The parent of the tests may have had signals ignored.
    var command = new ArrayList<>(List.of("env", "--default-signal"));
    command.addAll(List.of(before));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of("-cp", System.getProperty("java.class.path"), ChildServer.class.getName()));
    command.add(directory.toString());
    command.add(searchPath);
    try {
      var builder = new ProcessBuilder(command).redirectErrorStream(true);
      var process = Overdue.after(LIVES_SECONDS_MAX, builder.start());
      // Not closed, because it belongs to the process, which goes on.
      var out = new BufferedReader(process.inputReader());
      var said = out.lines().filter(ChildServer::isItsWord).findFirst();
      return new ChildServer(process, said.orElse("ended without a word"));
    } catch (IOException trouble) {
      throw new UncheckedIOException(trouble);
    }
  }

  /** Java itself may print a warning before, for example of access that it will restrict. */
  private static boolean isItsWord(String line) {
    return line.startsWith("up ") || line.startsWith("refused ");
  }

  String said() {
    return said;
  }

  long pid() {
    return process.pid();
  }

  void kill9() {
    process.destroyForcibly();
    awaitEnd();
  }

  void awaitEnd() {
    eventually("the server ends", () -> !process.isAlive());
  }

  @Override
  public void close() {
    kill9();
  }

  public static void main(String[] args) {
    try {
      var vertx = Vertx.vertx();
      var directory = DataDirectory.open(Path.of(args[0]), line -> {});
      var witness = FileWitness.open(vertx, directory, SHARDS, DAY_MILLIS, line -> {});
      witness
          .promise(30_000)
          .compose(
              promised ->
                  PrivateRedis.start(vertx, directory, args[1], RedisGround.NEVER, line -> {}))
          .onSuccess(redis -> System.out.println("up " + redis.address()))
          .onFailure(ChildServer::refuse);
    } catch (StoreUnusableException refused) {
      refuse(refused);
    }
  }

  private static void refuse(Throwable why) {
    System.out.println("refused " + why.getMessage());
    System.exit(1);
  }
}
