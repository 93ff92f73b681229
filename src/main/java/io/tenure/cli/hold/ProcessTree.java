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
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A running command with every process that it has started. The tree recognises these processes by
 * three signs: by their parents; by their process group, which outlives the parents; and, for
 * processes that have left both, by a mark in their variables, which Linux shows.
 */
public final class ProcessTree {

  static final String MARK = "TENURE_HOLD";

  private static final String SETSID = "setsid";

  /** Behind it no word is a flag any more. */
  private static final String FLAGS_END = "--";

  /**
   * Java blocks QUIT in every process that it starts. By itself {@code env} takes a word such as
   * {@code a=b/run} or {@code -S} as its own, and not as the name of the program; {@code nice}
   * takes no word behind the end of its flags, and leaves the variables as they are, which a shell
   * does not.
   */
  private static final List<String> UNBLOCK =
      List.of("env", "--default-signal=QUIT", "nice", "-n", "0", FLAGS_END);

  /** Ends with 0 if it gets the very words that were meant for it. */
  private static final List<String> GETS_ITS_WORDS =
      List.of("sh", "-c", "[ \"$*\" = '-S a=b --' ]", "sh", "-S", "a=b", "--");

  /** The states in which Linux shows a process that is a zombie, or dead. */
  private static final String ENDED = "ZX";

  /**
   * A process that forks while it is killed needs another look, and a killed process needs a
   * moment.
   */
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
     * Starts the command with the input and output of this process.
     *
     * @throws IOException when it cannot be run
     */
    ProcessTree start() throws IOException;
  }

  /**
   * Starts the guard, and prepares the command.
   *
   * @param withheld variables of this process that the command does not get
   * @param sharesTerminal the command stays in the group of this process, so that it may ask people
   *     something and gets the keys that they type; else it gets a session of its own
   * @param patience the time for which it may run unless {@link #extend} is called
   */
  public static Ready ready(
      List<String> words,
      Map<String, String> variables,
      Set<String> withheld,
      boolean sharesTerminal,
      String key,
      Duration patience)
      throws InterruptedException {
    String mark = UUID.randomUUID().toString();
    Guard guard = guard(mark, key, patience);
    boolean ownGroup = !sharesTerminal && onPath(SETSID);
    List<String> all = new ArrayList<>(ownGroup ? List.of(SETSID, FLAGS_END) : List.of());
    all.addAll(unblocks() ? UNBLOCK : List.of());
    all.addAll(words);
    ProcessBuilder builder = new ProcessBuilder(all).inheritIO();
    builder.environment().keySet().removeAll(withheld);
    builder.environment().putAll(variables);
    // One hold may run within another: the outer one finds the processes of the inner one by the
    // outer mark.
    builder.environment().merge(MARK, mark, (outer, own) -> outer + ":" + own);
    return () -> new ProcessTree(builder.start(), mark, ownGroup, guard);
  }

  /**
   * Null when there can be no guard: then nothing stops the command when this process is killed.
   */
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

  /** The command's own exit code, or 128 and the signal that ended it. */
  int exitCode() {
    return command.exitValue();
  }

  /** Signals the command, with its whole group if it has one. */
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

  /** Asks all processes of the tree to end. */
  void terminate() {
    if (ownGroup) {
      signal("TERM");
    } else {
      all().forEach(ProcessHandle::destroy);
    }
  }

  /**
   * Returns the processes that are left, as far as they are visible: those of another user, as by
   * sudo.
   */
  List<ProcessHandle> kill() throws InterruptedException {
    // A process that loses its parents cannot be found by them any more.
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

  /** The processes of the tree that still run. */
  List<ProcessHandle> left() {
    return left(all());
  }

  private static List<ProcessHandle> left(Stream<ProcessHandle> all) {
    return all.distinct().filter(ProcessTree::runs).toList();
  }

  /**
   * An ended process is alive to Java until its parent has asked for its exit code. The process
   * that adopts orphans on this machine may do that late, or never, as in many containers.
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

  /**
   * Forgets the processes: none is left, or may be touched, and another process may have the same
   * number now.
   */
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

  /** Some versions of env cannot do it, or look for flags in the words of the command too. */
  private static boolean unblocks() throws InterruptedException {
    try {
      List<String> words = new ArrayList<>(UNBLOCK);
      words.addAll(GETS_ITS_WORDS);
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
