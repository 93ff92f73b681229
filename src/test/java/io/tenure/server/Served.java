package io.tenure.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** {@code ./tenure serve} as a user starts it: the real script, in its own process. */
public final class Served implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration PAUSE = Duration.ofMillis(5);
  private static final Pattern URL = Pattern.compile("listens on (http://\\S+)");

  private final HttpClient http = HttpClient.newHttpClient();
  private final Process process;
  private final Path data;
  private final List<String> out = new CopyOnWriteArrayList<>();
  private final List<String> err = new CopyOnWriteArrayList<>();
  private final List<Thread> readers;

  /** On any free port, unless the words name one. */
  public Served(Path data, String... words) {
    this.data = data;
    // The parent of the tests may have had signals ignored.
    List<String> command = new ArrayList<>(List.of("env", "--default-signal"));
    command.addAll(List.of("./tenure", "serve", "--data", data.toString()));
    if (!List.of(words).contains("--port")) {
      command.addAll(List.of("--port", "0"));
    }
    command.addAll(List.of(words));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().keySet().removeIf(name -> name.startsWith("TENURE_"));
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    try {
      process = builder.start();
    } catch (IOException trouble) {
      throw new UncheckedIOException(trouble);
    }
    readers = List.of(gather(process.getInputStream(), out), gather(process.getErrorStream(), err));
  }

  /** Returns when the server has printed its greeting. */
  public Served open() {
    await("it greets", () -> said("stop   Ctrl-C") || !process.isAlive());
    return this;
  }

  public String url() {
    Matcher url = URL.matcher(String.join("\n", out));
    if (!url.find()) {
      throw new AssertionError("it does not listen: " + out + err);
    }
    return url.group(1);
  }

  public HttpResponse<String> send(String method, String path) {
    return begin(method, path).join();
  }

  CompletableFuture<HttpResponse<String>> begin(String method, String path) {
    return http.sendAsync(
        HttpRequest.newBuilder(URI.create(url() + path))
            .version(HttpClient.Version.HTTP_1_1)
            .method(method, HttpRequest.BodyPublishers.noBody())
            .timeout(PATIENCE)
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  boolean said(String part) {
    return Stream.concat(out.stream(), err.stream()).anyMatch(line -> line.contains(part));
  }

  List<String> out() {
    return List.copyOf(out);
  }

  List<String> err() {
    return List.copyOf(err);
  }

  long pid() {
    return process.pid();
  }

  boolean alive() {
    return process.isAlive();
  }

  void signal(String name) {
    signal(name, process.pid());
  }

  static void signal(String name, long pid) {
    run("/bin/kill", "-" + name, Long.toString(pid));
  }

  /** Sends a signal to all processes of the group that this process leads. */
  static void signalGroup(String name, long leader) {
    run("bash", "-c", "kill -s \"$0\" -- \"-$1\"", name, Long.toString(leader));
  }

  private static void run(String... words) {
    try {
      new ProcessBuilder(words).start().waitFor();
    } catch (IOException trouble) {
      throw new UncheckedIOException(trouble);
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  /** Returns the exit code after all output is read. */
  int end() {
    try {
      if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        throw new AssertionError("it does not end: " + out + err);
      }
      for (Thread reader : readers) {
        reader.join(PATIENCE.toMillis());
      }
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
    return process.exitValue();
  }

  /** The processes of the data directory, except the server itself. */
  List<ProcessHandle> redis() {
    return ProcessHandle.allProcesses()
        .filter(each -> each.pid() != process.pid())
        .filter(
            each ->
                each.info()
                    .arguments()
                    .filter(words -> String.join(" ", words).contains("--dir " + data + "/redis"))
                    .isPresent())
        .toList();
  }

  /** Kills the server and its Redis. */
  @Override
  public void close() {
    process.destroyForcibly();
    end();
    redis().forEach(ProcessHandle::destroyForcibly);
    await("its Redis ends", () -> redis().isEmpty());
  }

  public void await(String what, BooleanSupplier comesTrue) {
    long begun = System.nanoTime();
    while (!comesTrue.getAsBoolean()) {
      if (System.nanoTime() - begun > PATIENCE.toNanos()) {
        throw new AssertionError("never: " + what + ": " + out + err);
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }

  static Thread gather(InputStream from, List<String> into) {
    Thread reader =
        new Thread(
            () -> {
              try (BufferedReader lines =
                  new BufferedReader(new InputStreamReader(from, StandardCharsets.UTF_8))) {
                lines.lines().forEach(into::add);
              } catch (IOException | UncheckedIOException ended) {
                // The process was killed; otherwise this line explains why others are missing.
                into.add("(" + ended + ")");
              }
            },
            "reader");
    reader.setDaemon(true);
    reader.start();
    return reader;
  }
}
