package io.tenure.cli.hold;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A command under way, and everything it has started. What it starts is known by three signs: by
 * its parents; by its process group, which outlives them; and by a mark in its variables, which
 * Linux shows, for whatever left both.
 */
public final class ProcessTree {

  static final String MARK = "TENURE_HOLD";

  private static final String SETSID = "setsid";

  /** Java blocks QUIT in whatever it starts. */
  private static final List<String> UNBLOCK = List.of("env", "--default-signal=QUIT");

  /** As Linux shows a process that is a zombie, or dead. */
  private static final String ENDED = "ZX";

  /** Whoever forks while it is killed needs another look, and whoever was killed a moment. */
  private static final int KILLS_MAX = 200;

  private static final Duration KILL_PAUSE = Duration.ofMillis(10);

  private final Process command;
  private final String mark;
  private final boolean ownGroup;
  private final @Nullable Guard guard;
  private volatile boolean dismissed;

  private ProcessTree(Process command, String mark, boolean ownGroup, @Nullable Guard guard) {
    this.command = command;
    this.mark = mark;
    this.ownGroup = ownGroup;
    this.guard = guard;
    if (guard != null) {
      guard.watch(target());
    }
  }

  /** A command that is about to start. */
  public interface Ready {

    /**
     * With our own input and output.
     *
     * @throws IOException when it cannot be run
     */
    ProcessTree start() throws IOException;
  }

  /**
   * Starts the guard, and says how to start the command.
   *
   * @param sharesTerminal it stays in our group, so that it may ask people something and hears what
   *     they type; else it gets a session of its own
   * @param patience how long it may run unless {@link #extend} is called
   */
  public static Ready ready(
      List<String> words,
      Map<String, String> variables,
      boolean sharesTerminal,
      String key,
      Duration patience)
      throws InterruptedException {
    String mark = UUID.randomUUID().toString();
    Guard guard = guard(mark, key, patience);
    boolean ownGroup = !sharesTerminal && onPath(SETSID);
    List<String> all = new ArrayList<>(ownGroup ? List.of(SETSID) : List.of());
    all.addAll(unblocks() ? UNBLOCK : List.of());
    all.addAll(words);
    ProcessBuilder builder = new ProcessBuilder(all).inheritIO();
    builder.environment().putAll(variables);
    // One hold within another: whoever ends the outer one finds what the inner one runs.
    builder.environment().merge(MARK, mark, (outer, own) -> outer + ":" + own);
    return () -> new ProcessTree(builder.start(), mark, ownGroup, guard);
  }

  /** Null when it cannot be: then nothing stops the command when this process is killed. */
  private static @Nullable Guard guard(String mark, String key, Duration patience) {
    try {
      return Guard.over(mark, key, patience);
    } catch (IOException noBash) {
      return null;
    }
  }

  boolean isGuarded() {
    return guard != null && guard.isAlive();
  }

  void extend(Duration patience) {
    if (guard != null) {
      guard.extend(patience);
    }
  }

  /** True when the command has ended. */
  public boolean ends(Duration within) throws InterruptedException {
    return command.waitFor(Math.max(1, within.toNanos()), TimeUnit.NANOSECONDS);
  }

  /** The command's own code, or 128 and the signal that ended it. */
  int exitCode() {
    return command.exitValue();
  }

  /** To the command, with its whole group if it has one. */
  public void signal(String name) {
    if (!dismissed && (guard == null || !guard.signal(name))) {
      try {
        new ProcessBuilder("sh", "-c", Guard.HAND_ON + "hand_on \"$@\"", "sh", name, target())
            .start();
      } catch (IOException noShell) {
        all().forEach(ProcessHandle::destroy);
      }
    }
  }

  /** Asks all of them to end. */
  void terminate() {
    if (ownGroup) {
      signal("TERM");
    } else {
      all().forEach(ProcessHandle::destroy);
    }
  }

  /** Returns what is left, so far as anybody can see: what runs as somebody else, as by sudo. */
  List<ProcessHandle> kill() throws InterruptedException {
    // Whoever loses its parents is not found by them any more.
    List<ProcessHandle> kin = kin().toList();
    signal("KILL");
    return kill(() -> left(Stream.concat(kin.stream(), all())));
  }

  static List<ProcessHandle> kill(Supplier<List<ProcessHandle>> all) throws InterruptedException {
    List<ProcessHandle> left = all.get();
    for (int at = 0; at < KILLS_MAX && anyIsKilled(left); at++) {
      Thread.sleep(KILL_PAUSE.toMillis());
      left = all.get();
    }
    return left;
  }

  private static boolean anyIsKilled(List<ProcessHandle> left) {
    return left.stream().filter(ProcessHandle::destroyForcibly).count() > 0;
  }

  /** Whatever of it runs still. */
  List<ProcessHandle> left() {
    return left(all());
  }

  private static List<ProcessHandle> left(Stream<ProcessHandle> all) {
    return all.distinct().filter(ProcessTree::runs).toList();
  }

  /**
   * Who has ended is alive to Java until its parent has asked for its code: and whoever takes over
   * orphans here may do that late, or never, as in many a container.
   */
  private static boolean runs(ProcessHandle process) {
    return process.isAlive() && !hasEnded(process.pid());
  }

  private static boolean hasEnded(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc", pid + "", "stat"), ISO_8859_1);
      return ENDED.indexOf(stat.charAt(stat.lastIndexOf(')') + 2)) >= 0;
    } catch (IOException goneOrNotLinux) {
      return false;
    }
  }

  /** Nothing of it is left, or may be: whoever has its number now is not meant. */
  public void dismiss() {
    dismissed = true;
    if (guard != null) {
      guard.dismiss();
    }
  }

  private String target() {
    return (ownGroup ? "-" : "") + command.pid();
  }

  private Stream<ProcessHandle> all() {
    return Stream.concat(kin(), ProcessHandle.allProcesses().filter(this::isMarked)).distinct();
  }

  private Stream<ProcessHandle> kin() {
    return Stream.concat(Stream.of(command.toHandle()), command.descendants());
  }

  private boolean isMarked(ProcessHandle process) {
    try {
      byte[] variables = Files.readAllBytes(Path.of("/proc", process.pid() + "", "environ"));
      return new String(variables, ISO_8859_1).contains(mark);
    } catch (IOException goneOrNotOurs) {
      return false;
    }
  }

  /** Not every env can. */
  private static boolean unblocks() throws InterruptedException {
    try {
      List<String> words = new ArrayList<>(UNBLOCK);
      words.add("true");
      Process env =
          new ProcessBuilder(words)
              .redirectOutput(Redirect.DISCARD)
              .redirectError(Redirect.DISCARD)
              .start();
      return env.waitFor() == 0;
    } catch (IOException noEnv) {
      return false;
    }
  }

  private static boolean onPath(String name) {
    String path = System.getenv().getOrDefault("PATH", "");
    return Pattern.compile(File.pathSeparator)
        .splitAsStream(path)
        .anyMatch(directory -> Files.isExecutable(Path.of(directory, name)));
  }
}
