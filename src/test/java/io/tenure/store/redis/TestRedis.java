package io.tenure.store.redis;

import io.tenure.machine.Ports;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import redis.embedded.core.ExecutableProvider;

/**
 * A real Redis in its own process: the bundled one, or the one that the system property {@code
 * tenure.test.redis} names.
 */
public final class TestRedis implements AutoCloseable {

  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);
  private static final long PAUSE_NANOS = 5_000_000;

  private final Path directory;
  private final List<String> words;
  private final List<String> lines;
  private final int port;
  private Process process;

  private TestRedis(Path directory, int port, List<String> words, List<String> lines)
      throws IOException {
    this.directory = directory;
    this.port = port;
    this.words = words;
    this.lines = lines;
    process = launch();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> process.destroyForcibly()));
    awaitReady();
  }

  /**
   * Starts on a free loopback port and a Unix socket, without any persistence except the given
   * {@code lines}.
   */
  public static TestRedis start(Path directory, String... lines) throws IOException {
    return new TestRedis(directory, Ports.free(), List.of(), List.of(lines));
  }

  static TestRedis sentinel(Path directory, String... lines) throws IOException {
    return new TestRedis(directory, Ports.free(), List.of("--sentinel"), List.of(lines));
  }

  int port() {
    return port;
  }

  Path socket() {
    return directory.resolve("redis.sock");
  }

  public String address() {
    return "redis://127.0.0.1:" + port;
  }

  /** Kills the process so that it cannot write anything more. */
  void kill() {
    process.destroyForcibly();
    awaitEnd();
  }

  /** Ends the process in an orderly way. */
  void stop() {
    process.destroy();
    awaitEnd();
  }

  /** Stops the process: its connections stay open, and no answer comes. */
  void freeze() throws IOException {
    signal("STOP");
  }

  void thaw() throws IOException {
    signal("CONT");
  }

  /** Starts the process again on the same port with the data in its directory. */
  void restart() throws IOException {
    process = launch();
    awaitReady();
  }

  /** A condition that commands can check. */
  interface Condition {
    boolean holds() throws IOException;
  }

  void await(Condition condition) throws IOException {
    long started = System.nanoTime();
    while (!condition.holds()) {
      if (System.nanoTime() - started > PATIENCE_NANOS) {
        throw new IOException(Files.readString(directory.resolve("redis-" + port + ".log")));
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  @Override
  public void close() {
    kill();
  }

  /** Sends one command on its own connection; arrays come as lines, an error with its minus. */
  public String command(String... command) throws IOException {
    try (Socket connection = new Socket(InetAddress.getLoopbackAddress(), port)) {
      connection.setSoTimeout((int) TimeUnit.NANOSECONDS.toMillis(PATIENCE_NANOS));
      StringBuilder request = new StringBuilder("*" + command.length + "\r\n");
      for (String word : command) {
        int size = word.getBytes(StandardCharsets.UTF_8).length;
        request.append('$').append(size).append("\r\n").append(word).append("\r\n");
      }
      connection.getOutputStream().write(request.toString().getBytes(StandardCharsets.UTF_8));
      return read(new DataInputStream(new BufferedInputStream(connection.getInputStream())));
    }
  }

  private Process launch() throws IOException {
    Path configuration = directory.resolve("redis-" + port + ".conf");
    List<String> all = new ArrayList<>();
    all.add("port " + port);
    all.add("bind 127.0.0.1");
    all.add("dir " + directory);
    if (words.isEmpty()) {
      all.add("unixsocket " + socket());
      all.add("save \"\"");
    }
    all.addAll(lines);
    Files.write(configuration, all);
    List<String> command = new ArrayList<>(List.of(Executable.FILE.getPath()));
    command.add(configuration.toString());
    command.addAll(words);
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(directory.resolve("redis-" + port + ".log").toFile())
        .start();
  }

  private void awaitReady() throws IOException {
    long started = System.nanoTime();
    while (true) {
      try {
        String said = command("PING");
        if (!said.startsWith("-LOADING")) {
          return;
        }
      } catch (IOException notYet) {
        if (!process.isAlive() || System.nanoTime() - started > PATIENCE_NANOS) {
          throw new IOException(
              Files.readString(directory.resolve("redis-" + port + ".log")), notYet);
        }
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private void awaitEnd() {
    process.onExit().orTimeout(PATIENCE_NANOS, TimeUnit.NANOSECONDS).join();
  }

  private void signal(String name) throws IOException {
    new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
        .start()
        .onExit()
        .orTimeout(PATIENCE_NANOS, TimeUnit.NANOSECONDS)
        .join();
  }

  private static String read(DataInputStream in) throws IOException {
    String head = line(in);
    switch (head.charAt(0)) {
      case '$' -> {
        int size = Integer.parseInt(head.substring(1));
        if (size < 0) {
          return "(nil)";
        }
        String text = new String(in.readNBytes(size), StandardCharsets.UTF_8);
        line(in);
        return text;
      }
      case '*' -> {
        List<String> all = new ArrayList<>();
        for (int left = Integer.parseInt(head.substring(1)); left > 0; left--) {
          all.add(read(in));
        }
        return String.join("\n", all);
      }
      case '-' -> {
        return head;
      }
      default -> {
        return head.substring(1);
      }
    }
  }

  private static String line(DataInputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int octet = in.readUnsignedByte(); octet != '\r'; octet = in.readUnsignedByte()) {
      line.append((char) octet);
    }
    in.readUnsignedByte();
    return line.toString();
  }

  private static final class Executable {
    static final File FILE = find();

    private static File find() {
      String named = System.getProperty("tenure.test.redis");
      try {
        return named != null ? new File(named) : ExecutableProvider.newJarResourceProvider().get();
      } catch (IOException missing) {
        throw new IllegalStateException(missing);
      }
    }
  }
}
