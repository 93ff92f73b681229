package io.tenure.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** A command of {@code ./tenure} as a user types it: the real script, in its own process. */
final class Typed implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration PAUSE = Duration.ofMillis(5);

  private final Process process;
  private final List<String> out = new CopyOnWriteArrayList<>();
  private final List<String> err = new CopyOnWriteArrayList<>();
  private final List<Thread> readers;

  Typed(String address, Path directory, String... words) {
    this(address, directory, command(words));
  }

  private static List<String> command(String... words) {
    List<String> command = new ArrayList<>();
    command.add(script());
    command.addAll(List.of(words));
    return command;
  }

  private static String script() {
    return Path.of("tenure").toAbsolutePath().toString();
  }

  private Typed(String address, Path directory, List<String> command) {
    // The same signals as in a user's shell: Java blocks QUIT in its children, and the parent of
    // the tests may have had other signals ignored.
    List<String> fresh = new ArrayList<>(List.of("env", "--default-signal"));
    fresh.addAll(command);
    ProcessBuilder builder = new ProcessBuilder(fresh).directory(directory.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("TENURE_"));
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("TENURE_ADDR", address);
    try {
      process = builder.start();
    } catch (IOException trouble) {
      throw new UncheckedIOException(trouble);
    }
    readers =
        List.of(
            Served.gather(process.getInputStream(), out),
            Served.gather(process.getErrorStream(), err));
  }

  /** With its own terminal, on which text has been typed already. */
  static Typed onTerminal(String address, Path directory, String typed, String words)
      throws IOException {
    // Without exec some shells stay, and read the typed text as well.
    return onTerminal(address, directory, "exec " + script() + " " + words).told(typed);
  }

  /** On a terminal, but with input from a pipe. */
  static Typed behindPipe(String address, Path directory, String words) {
    return onTerminal(address, directory, "trap : INT QUIT; true | " + script() + " " + words);
  }

  private static Typed onTerminal(String address, Path directory, String line) {
    return new Typed(address, directory, List.of("script", "-qec", line, "/dev/null"));
  }

  /** With tools that come first on the search path. */
  static Typed withTools(String address, Path directory, Path tools, String... words) {
    List<String> found = new ArrayList<>();
    found.addAll(List.of("env", "PATH=" + tools + ":" + System.getenv("PATH")));
    found.addAll(command(words));
    return new Typed(address, directory, found);
  }

  /** With variables, each as {@code NAME=VALUE}. */
  static Typed withVariables(
      String address, Path directory, List<String> variables, String... words) {
    List<String> known = new ArrayList<>(List.of("env"));
    known.addAll(variables);
    known.addAll(command(words));
    return new Typed(address, directory, known);
  }

  /** In a shell that outlives the launcher, so that later output is read as well. */
  static Typed inShell(String address, Path directory, String... words) {
    List<String> shell = new ArrayList<>(List.of("bash", "-c", "\"$0\" \"$@\"; cat"));
    shell.addAll(command(words));
    return new Typed(address, directory, shell);
  }

  /** Sends a text, and closes the input. */
  Typed told(String text) throws IOException {
    type(text);
    process.getOutputStream().close();
    return this;
  }

  void type(String text) throws IOException {
    process.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().flush();
  }

  ProcessHandle launcher() {
    return process.toHandle();
  }

  /** The Java process that the launcher waits for. */
  ProcessHandle java() {
    return child();
  }

  /** The process that a shell has started. */
  ProcessHandle child() {
    return process.children().findFirst().orElseThrow();
  }

  /** The shell that watches while Java cannot. */
  ProcessHandle guard() {
    return java()
        .children()
        .filter(child -> child.info().arguments().stream().anyMatch(Typed::isGuard))
        .findFirst()
        .orElseThrow();
  }

  private static boolean isGuard(String[] words) {
    return List.of(words).contains("tenure-guard");
  }

  boolean said(String part) {
    return (String.join("\n", out) + String.join("\n", err)).contains(part);
  }

  Typed awaitSaid(String part) {
    await(part, () -> said(part));
    return this;
  }

  List<String> out() {
    return List.copyOf(out);
  }

  String err() {
    return String.join("\n", err);
  }

  /** Returns the exit code. */
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

  void await(String what, BooleanSupplier comesTrue) {
    long begun = System.nanoTime();
    while (!comesTrue.getAsBoolean()) {
      if (System.nanoTime() - begun > PATIENCE.toNanos()) {
        throw new AssertionError("never: " + what + ": " + out + err);
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }

  /** Kills the process and all processes that it has started. */
  @Override
  public void close() {
    List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
    all.add(process.toHandle());
    all.forEach(ProcessHandle::destroyForcibly);
  }
}
