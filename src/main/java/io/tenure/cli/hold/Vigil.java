package io.tenure.cli.hold;

import static java.util.stream.Collectors.joining;

import io.tenure.cli.ExitCode;
import io.tenure.client.Lease;
import io.tenure.client.LeaseState;
import io.tenure.client.error.LeaseLostException;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Watches over a command as long as a lease is held. It asks the command to end when the lease is
 * not safe for much longer, and kills it before the lease is unsafe. It looks at the lease again
 * and again instead of waiting for a message: so after a pause of this process it looks before
 * anything else happens.
 */
public final class Vigil {

  /** A machine that was suspended wakes with its timers unchanged: no timer is longer than this. */
  private static final Duration LOOK = Duration.ofMillis(100);

  /** The part of the ttl by which the kill precedes the end of safety. */
  private static final int KILL_PART = 20;

  private static final Duration KILL_BEFORE_MAX = Duration.ofMillis(500);

  private static final String NOT_RENEWED = "because it was not renewed";

  private static final int KILLED = ExitCode.SIGNALS + 9;

  private final Lease lease;
  private final Duration grace;
  private final Duration killBefore;
  private final BooleanSupplier abandoned;
  private final Consumer<String> say;
  private final long begunNanos = System.nanoTime();
  private long ownEndNanos = Long.MAX_VALUE;
  private boolean late;
  private boolean guarded = true;

  /** The reason why the command was asked to end; empty when it was not. */
  private String asked = "";

  /** The processes that could not be killed. */
  private List<ProcessHandle> left = List.of();

  /**
   * Prepares the watch.
   *
   * @param ttl of the lease
   * @param grace the time of the command between the request to end and the kill
   * @param abandoned whether the process that waits for the command is gone
   */
  public Vigil(
      Lease lease, Duration ttl, Duration grace, BooleanSupplier abandoned, Consumer<String> say) {
    this.lease = lease;
    this.grace = grace;
    this.abandoned = abandoned;
    this.say = say;
    Duration part = ttl.dividedBy(KILL_PART);
    killBefore = part.compareTo(KILL_BEFORE_MAX) < 0 ? part : KILL_BEFORE_MAX;
  }

  /**
   * The same command, but not started when there is no time for it any more: this process may have
   * been paused since the grant.
   */
  public ProcessTree.Ready judged(ProcessTree.Ready command) {
    return () -> {
      lease.ensure(killBefore);
      return command.start();
    };
  }

  /** False: a process of the command goes on, and no other holder may get the key. */
  public boolean leavesNothing() {
    return left.isEmpty();
  }

  /**
   * Returns the command's own exit code, or {@link ExitCode#LOST} when it was stopped for the
   * lease.
   */
  public int over(ProcessTree running) throws InterruptedException {
    try {
      Duration safe;
      do {
        safe = untilKill();
        if (safe.isZero()) {
          return killed(running);
        }
        running.extend(untilGuardKills());
        tellWhetherItIsGuarded(running);
        tellHowItStands(running, safe);
      } while (!running.ends(safe.compareTo(LOOK) < 0 ? safe : LOOK));
      return ended(running);
    } finally {
      running.dismiss();
    }
  }

  /** Zero when the command must not run any more. */
  private Duration untilKill() {
    long left = lease.safeFor().minus(killBefore).toNanos();
    return Duration.ofNanos(Math.max(0, Math.min(left, ownEndNanos - spentNanos())));
  }

  /** Later than this process would kill, and before the lease is unsafe. */
  private Duration untilGuardKills() {
    Duration left = lease.safeFor().minus(killBefore.dividedBy(2));
    return left.isNegative() ? Duration.ZERO : left;
  }

  private long spentNanos() {
    return System.nanoTime() - begunNanos;
  }

  private void tellWhetherItIsGuarded(ProcessTree running) {
    if (guarded && !running.isGuarded()) {
      guarded = false;
      say.accept(
          "the command for %s has no guard: it goes on without a lease if this process is killed"
              .formatted(lease.key()));
    }
  }

  private void tellHowItStands(ProcessTree running, Duration safe) {
    if (asked.isEmpty() && abandoned.getAsBoolean()) {
      asked = "because its launcher was killed";
      ownEndNanos = spentNanos() + grace.toNanos();
      running.terminate();
      say.accept("the launcher was killed: the command for " + lease.key() + " is asked to end");
    }
    if (asked.isEmpty() && safe.compareTo(grace) <= 0) {
      asked = NOT_RENEWED;
      running.terminate();
      say.accept(
          "%s cannot be renewed: its command is asked to end, and killed in %.1f s"
              .formatted(lease.key(), seconds(safe)));
    }
    boolean nowLate = lease.state() == LeaseState.JEOPARDY;
    if (nowLate && !late && asked.isEmpty()) {
      say.accept(
          "renewals of %s are late: its command is asked to end in %.1f s"
              .formatted(lease.key(), seconds(safe.minus(grace))));
    } else if (late && !nowLate) {
      say.accept(
          lease.key() + " is renewed again" + (asked.isEmpty() ? "" : "; its command ends anyway"));
    }
    late = nowLate;
  }

  private int killed(ProcessTree running) throws InterruptedException {
    left = running.kill();
    say.accept(whyKilled());
    tellWhatIsLeft();
    return ExitCode.LOST;
  }

  private void tellWhatIsLeft() {
    if (!left.isEmpty()) {
      say.accept(
          "process %s of the command for %s cannot be killed: the key is not released"
              .formatted(
                  left.stream().map(one -> Long.toString(one.pid())).collect(joining(", ")),
                  lease.key()));
    }
  }

  private String whyKilled() {
    if (ownEndNanos - spentNanos() <= 0) {
      return "the command for " + lease.key() + " did not end in time: it is killed";
    }
    try {
      lease.ensure(Duration.ZERO);
      return lease.key() + " is not safe for much longer; its command is killed";
    } catch (LeaseLostException lost) {
      return lost.getMessage() + "; its command is killed";
    }
  }

  /**
   * During a pause of this process the guard may have killed the command, before the lease was
   * unsafe.
   */
  private int ended(ProcessTree running) throws InterruptedException {
    if (!running.left().isEmpty()) {
      endWhatIsLeft(running);
    }
    if (!asked.isEmpty() || running.exitCode() == KILLED && !lease.isSafe()) {
      String why = asked.isEmpty() ? NOT_RENEWED : asked;
      say.accept("the command for " + lease.key() + " was stopped, " + why);
      return ExitCode.LOST;
    }
    return running.exitCode();
  }

  /**
   * Runs before the key is given back: a process left in the background would run without the
   * lease.
   */
  private void endWhatIsLeft(ProcessTree running) throws InterruptedException {
    say.accept("the command has ended and left other processes running: they are asked to end");
    running.terminate();
    long until = System.nanoTime() + grace.toNanos();
    while (System.nanoTime() - until < 0 && !untilKill().isZero()) {
      if (running.left().isEmpty()) {
        return;
      }
      Thread.sleep(LOOK.toMillis());
      running.extend(untilGuardKills());
    }
    left = running.kill();
    tellWhatIsLeft();
  }

  private static double seconds(Duration span) {
    return Math.max(0, span.toMillis()) / 1_000.0;
  }
}
