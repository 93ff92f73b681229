package io.tenure.loadtest.peer;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** A server on a port of its own, with a directory of its own that is deleted with it. */
public final class ServerProcess implements AutoCloseable {

  private static final long START_NANOS = 60_000_000_000L;
  private static final long STOP_SECONDS = 15;
  private static final long PAUSE_NANOS = 5_000_000;

  private final String name;
  private final Path directory;
  private final int port;
  private final Process process;
  private final List<ProcessHandle> orphans = new CopyOnWriteArrayList<>();
  private final Thread atExit = new Thread(this::kill);

  private ServerProcess(String name, Path directory, int port, Process process) {
    this.name = name;
    this.directory = directory;
    this.port = port;
    this.process = process;
    Runtime.getRuntime().addShutdownHook(atExit);
  }

  public static Path newDirectory(String name) {
    try {
      return Files.createTempDirectory("tenure-load-" + name);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  public static int freePort() {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /**
   * Returns when it listens.
   *
   * @param remedy the advice when there is no such program, or it does not come to listen
   * @throws MissingPeerException when the program is looked for on the path and is not there
   */
  public static ServerProcess start(
      String name,
      Path directory,
      int port,
      List<String> command,
      Map<String, String> environment,
      String remedy) {
    if (!isInstalled(command.get(0))) {
      delete(directory);
      throw new MissingPeerException(name, remedy);
    }
    ProcessBuilder builder = new ProcessBuilder(Pinning.pinned(command));
    builder.environment().keySet().removeIf(variable -> variable.startsWith("TENURE_"));
    builder.environment().putAll(environment);
    builder.redirectErrorStream(true);
    builder.redirectOutput(directory.resolve("said.log").toFile());
    Process process;
    try {
      process = builder.start();
    } catch (IOException failed) {
      throw new IllegalStateException("cannot start " + name + "; " + remedy, failed);
    }
    ServerProcess server = new ServerProcess(name, directory, port, process);
    try {
      server.await("begun to listen; " + remedy, server::listens);
      return server;
    } catch (RuntimeException failed) {
      server.close();
      throw failed;
    }
  }

  /**
   * Asked beforehand: the program that starts it in a group of its own would only say that it
   * failed.
   */
  private static boolean isInstalled(String program) {
    return program.contains(File.separator)
        || Stream.of(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
  }

  public int port() {
    return port;
  }

  public long pid() {
    return process.pid();
  }

  public Path directory() {
    return directory;
  }

  /** Processes it started itself. */
  public List<ProcessHandle> children() {
    return process.descendants().toList();
  }

  /**
   * Kills it as by kill -9. Its directory stays, and so do its child processes, until this is
   * closed.
   */
  public void crash() {
    orphans.addAll(children());
    process.destroyForcibly();
    process.onExit().join();
  }

  /** Waits until it answers as it should, or has ended. */
  void await(String what, BooleanSupplier comesTrue) {
    long begun = System.nanoTime();
    while (!comesTrue.getAsBoolean()) {
      if (!process.isAlive() || System.nanoTime() - begun > START_NANOS) {
        throw new IllegalStateException(name + " has not " + what + "\n" + said());
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private boolean listens() {
    try (Socket socket = new Socket("127.0.0.1", port)) {
      return socket.isConnected();
    } catch (IOException notYet) {
      return false;
    }
  }

  private String said() {
    try {
      return Files.readString(directory.resolve("said.log"));
    } catch (IOException nothing) {
      return "";
    }
  }

  @Override
  public void close() {
    orphans.addAll(children());
    process.destroy();
    try {
      if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException interrupted) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    process.onExit().join();
    orphans.forEach(ProcessHandle::destroyForcibly);
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException exiting) {
      // Then the hook has its own turn, and finds nothing to do.
    }
    delete(directory);
  }

  private void kill() {
    orphans.forEach(ProcessHandle::destroyForcibly);
    children().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    delete(directory);
  }

  private static void delete(Path directory) {
    try (Stream<Path> paths = Files.walk(directory)) {
      paths.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
    } catch (IOException | UncheckedIOException gone) {
      // Another thread was faster.
    }
  }
}
