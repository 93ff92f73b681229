package io.tenure.cli.hold;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;

/**
 * A small shell beside the command, for when this process is killed or stands still: it kills the
 * command when it has heard nothing for as long as the lease was safe when it heard last, or when
 * nobody is left to tell it. Hands on signals as well, which takes it no process of its own.
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
        echo "tenure: hold is gone or stands still: its command for $key is killed" >&2
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
   * Begins to watch, before there is anything to be watched, and when no signal ends it any more.
   *
   * @param mark in the variables of whatever is to be killed
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

  /** As {@code kill} takes it: a process, or a group behind a minus sign. */
  void watch(String target) {
    say("at" + target);
  }

  /** It is safe for so long still. */
  void extend(Duration patience) {
    say(said(patience));
  }

  /** False when nobody is there to hand it on. */
  boolean signal(String name) {
    return say(name);
  }

  /** There is nothing to be killed any more. */
  void dismiss() {
    say("over");
    try {
      words.close();
    } catch (IOException gone) {
      // It has ended by itself.
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
