package io.tenure.cli.hold;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;

/**
 * A small shell process that kills the command when this process is killed or paused. It kills the
 * command when it has received nothing for the time for which the lease was safe at the last
 * message, or when this process is gone. It relays signals as well, because it needs no further
 * process for that.
 */
final class Guard {

  /** A command that has not made its group yet is alone. */
  static final String HAND_ON =
      """
      hand_on() {
        kill -s "$1" -- "$2" 2>/dev/null || kill -s "$1" -- "${2#-}" 2>/dev/null
      }
      """;

  private static final String SCRIPT =
      HAND_ON
          + """
      trap '' INT TERM HUP QUIT TSTP
      echo
      mark=$1 patience=$2 key=$3 target=
      while IFS= read -r -t "$patience" word; do
        case $word in
          over) exit 0 ;;
          at*) target=${word#at} ;;
          [0-9]*) patience=$word ;;
          *) hand_on "$word" "$target" ;;
        esac
      done
      [ -n "$target" ] && hand_on KILL "$target" &&
        echo "tenure: hold did not report in time: the guard kills the command for $key" >&2
      [ -r /proc/self/environ ] || exit 0
      for round in 1 2 3 4 5 6 7 8; do
        left=$(grep -lsz "^TENURE_HOLD=.*$mark" /proc/[0-9]*/environ)
        [ -n "$left" ] || exit 0
        for each in $left; do
          each=${each#/proc/}
          kill -s KILL "${each%/environ}" 2>/dev/null
        done
      done
      """;

  private static final double MILLIS_PER_SECOND = 1_000;

  private final Process shell;
  private final OutputStream words;

  private Guard(Process shell) {
    this.shell = shell;
    words = shell.getOutputStream();
  }

  /**
   * Starts the guard before there is a command to watch, and returns once no signal ends the guard
   * any more.
   *
   * @param mark in the variables of every process that it may kill
   * @throws IOException when there is no bash, or it was ended at once
   */
  static Guard over(String mark, String key, Duration patience) throws IOException {
    Process shell =
        new ProcessBuilder("bash", "-c", SCRIPT, "tenure-guard", mark, said(patience), key)
            .redirectError(Redirect.INHERIT)
            .start();
    if (shell.inputReader().readLine() == null) {
      throw new IOException("the guard has ended");
    }
    return new Guard(shell);
  }

  boolean isAlive() {
    return shell.isAlive();
  }

  /** Takes a target in the form of {@code kill}: a process, or a group behind a minus sign. */
  void watch(String target) {
    say("at" + target);
  }

  /** The lease is safe for so long still. */
  void extend(Duration patience) {
    say(said(patience));
  }

  /** False when the guard is gone and cannot relay it. */
  boolean signal(String name) {
    return say(name);
  }

  /** There is nothing to be killed any more. */
  void dismiss() {
    say("over");
    try {
      words.close();
    } catch (IOException gone) {
      // The guard has ended by itself.
    }
  }

  private synchronized boolean say(String word) {
    try {
      words.write((word + "\n").getBytes(StandardCharsets.US_ASCII));
      words.flush();
      return shell.isAlive();
    } catch (IOException gone) {
      return false;
    }
  }

  private static String said(Duration patience) {
    return String.format(Locale.ROOT, "%.3f", patience.toMillis() / MILLIS_PER_SECOND);
  }
}
