package io.tenure.fault;

import io.tenure.fault.Operation.Verb;
import java.util.List;

/** The faults of a server. */
final class ServerFaults {

  /** A Java process must start, load and listen, on a machine that has other work. */
  private static final long STARTING_MILLIS = 15_000;

  /** The requirement: the ownership period and a second. */
  private static final long TAKE_OVER_MILLIS = Stage.OWNERSHIP_MILLIS + 1_000;

  private static final long FREEZE_MILLIS = 3_000;
  private static final long HEALED_MILLIS = 3_000;

  private ServerFaults() {}

  /** The control run: without a fault nothing is violated and nothing stops. */
  static Fault none() {
    return Fault.of(
        "none",
        Stage.House.EMBEDDED,
        HEALED_MILLIS,
        stage -> {
          long now = stage.load().now();
          return new Struck(now, now, 0, List.of(keptSince(now)));
        });
  }

  static Fault killed() {
    return Fault.of(
        "kill -9 of the server",
        Stage.House.EMBEDDED,
        STARTING_MILLIS,
        stage -> {
          stage.server().kill();
          long began = stage.load().now();
          Stage.last(stage.chance.nextLong(300));
          stage.server().restart();
          return new Struck(
              began, began, 1, List.of(renewedBy(stage.server().present()), keptSince(began)));
        });
  }

  /** Freezes the server for up to ten times as long as comparable servers are asked to survive. */
  static Fault frozen() {
    return Fault.of(
        "SIGSTOP of the server",
        Stage.House.EMBEDDED,
        HEALED_MILLIS,
        stage -> {
          stage.server().process().freeze();
          long began = stage.load().now();
          Stage.last(FREEZE_MILLIS);
          long thawed = stage.load().now();
          stage.load().frozen(stage.server().present(), began, thawed);
          stage.server().process().thaw();
          Claim heard =
              Claim.must(
                  "a renewal that waited for the frozen server is granted",
                  each -> each.told() instanceof Told.Renewed && spans(each, began, thawed));
          return new Struck(began, thawed, 0, List.of(heard));
        });
  }

  static Fault activeKilled() {
    return Fault.ofTwo(
        "kill -9 of the active of two",
        TAKE_OVER_MILLIS,
        stage -> {
          ServerProcess active = stage.active();
          String dead = active.present();
          active.kill();
          long began = stage.load().now();
          return new Struck(
              began, began, 1, List.of(renewedByAnotherThan(dead, began), keptSince(began)));
        });
  }

  static Fault activeFrozen() {
    return Fault.ofTwo(
        "SIGSTOP of the active of two",
        TAKE_OVER_MILLIS,
        stage -> {
          ServerProcess active = stage.active();
          String zombie = active.present();
          active.process().freeze();
          long began = stage.load().now();
          Stage.last(TAKE_OVER_MILLIS + 1_000 + stage.chance.nextLong(1_000));
          long thawed = stage.load().now();
          stage.load().frozen(zombie, began, thawed);
          active.process().thaw();
          Claim asked =
              Claim.struck(
                  "the zombie was asked, and answered",
                  each -> each.server().equals(zombie) && spans(each, began, thawed));
          Claim silent =
              Claim.must(
                  "the other one renews what the zombie granted",
                  renewedByAnotherThan(zombie, began).found());
          return new Struck(began, began, 0, List.of(asked, silent));
        });
  }

  /** The server renews leases that it did not grant itself. */
  static Claim renewedBy(String server) {
    return Claim.must(
        server + " renews leases of before", each -> atHome(each) && each.server().equals(server));
  }

  /** Leases outlive the fault by the keep-alives of their session. */
  private static Claim keptSince(long instantNanos) {
    return Claim.must(
        "a session keeps leases of before",
        each -> each.verb() == Verb.KEEP && each.sentNanos() > instantNanos);
  }

  static Claim renewedByAnotherThan(String server, long sinceNanos) {
    return Claim.must(
        "leases of before are renewed by the standby",
        each ->
            atHome(each)
                && each.sentNanos() > sinceNanos
                && !each.server().equals(server)
                && each.told() instanceof Told.Renewed);
  }

  /** Whether a resident has had the lease from the start. */
  private static boolean atHome(Operation operation) {
    return operation.verb() == Verb.RENEW
        && operation.key().startsWith("home/")
        && operation.told() instanceof Told.Renewed;
  }

  private static boolean spans(Operation operation, long fromNanos, long thawedNanos) {
    return operation.sentNanos() > fromNanos
        && operation.sentNanos() < thawedNanos
        && operation.doneNanos() >= thawedNanos;
  }
}
