package io.tenure.sim;

import static io.tenure.sim.Edit.always;
import static io.tenure.sim.Edit.dropped;
import static io.tenure.sim.Edit.rewritten;
import static io.tenure.sim.Edit.swapped;

import java.util.List;

/** Errors in the ownership, durability and loss of a shard that the simulation must notice. */
final class ShardMistakes {

  private ShardMistakes() {}

  static final List<Mistake> ALL =
      List.of(
          new Mistake(
                  "what outlasts every quarantine is told of before it is kept",
                  "unguarded-change",
                  always(false))
              .under(Strain.CRASHES_IN_OUTAGES),
          new Mistake(
              "a batch whose outcome is unknown counts as kept",
              "unknown-is-kept",
              // $1: the failure that proves that nothing became durable.
              rewritten("[.]\\w+\\(\\)(?=.*? instanceof ([\\w.]+)\\))", ".cause() instanceof $1")),
          new Mistake("what is said does not wait until it is kept", "no-waiting", always(true)),
          new Mistake("ownership never runs out", "endless-ownership", dropped()),
          new Mistake(
                  "ownership is counted from the answer",
                  "owned-from-the-answer",
                  rewritten("\\(\\w+\\)(?=.*?(\\w+[.]getAsLong\\(\\)))", "($1) + 3_000_000_000L"))
              .under(Strain.LOSSES),
          new Mistake(
              "ownership is judged by the wall clock",
              "by-the-wall-clock",
              // $1: the time that the wall clock shows.
              rewritten("= [^;]*(?=.*?\\((\\w+) - )", "= $1 * 1_000_000")),
          new Mistake("the store does not look at the epoch", "unseen-epoch", always(false)),
          new Mistake(
              "a successor does not wait for its predecessor's time to run out",
              "hasty-successor",
              swapped("<= 0", "<= 900")),
          new Mistake(
              "tokens begin again after a restart",
              "tokens-begin-again",
              rewritten("\\((\\w+) [+] 1, .*\\)", "($1, 1)")),
          new Mistake(
              "tokens begin again after data was lost",
              "tokens-begin-again",
              rewritten("[\\w.]+\\((\\w+ [+] 1), .*\\)", "$1")),
          new Mistake(
                  "what was answered in vain is forgotten with the next claim",
                  "relaxed-doubt",
                  rewritten(" or [^)]*", ""))
              .under(Strain.RELAXED_LEAVE),
          new Mistake(
                  "what was answered counts as durable when its batch is refused",
                  "refused-is-durable",
                  // $2: the refusal.
                  rewritten(
                      "= (!\\w+\\(\\))(?=.*?\\((\\w+ instanceof [\\w.]+)\\))", "= !($2) && $1"))
              .under(Strain.CLOCK_GONE_MAD),
          new Mistake(
                  "an owner that claims again is taken for one that never lost the shard",
                  "restart-doubt",
                  rewritten(
                      " > 0(?=.*?'server', (\\w+))",
                      "$0 and redis.call('HGET', KEYS[1], 'server') ~= $1"))
              .under(Strain.TAKEOVER),
          new Mistake(
                  "a shard in doubt serves at once",
                  "doubt-serves-at-once",
                  rewritten("= .*;", "= 0;"))
              .under(Strain.TAKEOVER),
          new Mistake(
                  "an epoch that came from a mad clock is taken for one",
                  "impossible-epoch",
                  rewritten(" <= \\w+ and \\w+ or .*", ""))
              .under(Strain.CLOCK_GONE_MAD),
          new Mistake(
                  "it is not noted that a Redis keeps less than all from now on",
                  "still-keeps",
                  dropped())
              .under(Strain.SETTINGS_CHANGED),
          new Mistake("a Redis is known by its process alone", "known-by-its-process", dropped())
              .under(Strain.FAIL_BACK),
          new Mistake(
                  "an advance notes the Redis that executes it",
                  "executor-is-noted",
                  // $2: the identity of this Redis.
                  rewritten("\\((\\w+)\\)(?=.*?(\\w+) == \\1)", "($2)"))
              .under(Strain.LATE_ADVANCE),
          new Mistake(
                  "a Redis that keeps all now is taken for one that always has",
                  "restart-doubt",
                  rewritten(" and \\w+ == \\w+", ""))
              .under(Strain.SETTINGS_CHANGED),
          new Mistake(
                  "a shard that may have lost leases of sessions tells no other shard",
                  "untold-doubt",
                  dropped())
              .under(Strain.LOSSES),
          new Mistake(
              "a shard that hears that a session lives is not enrolled for certain",
              "unawaited-enrolment",
              // $1: the change that the state of the session waits for.
              rewritten("= [\\w.]+\\(([\\w.]+\\(\\w+\\)), .*?;", "= $1;")),
          new Mistake(
              "ownership is judged by the time of an earlier turn",
              "time-of-an-earlier-turn",
              dropped()),
          new Mistake("a suspended machine is not noticed", "unseen-suspension", dropped()),
          new Mistake(
                  "a reply leaves after the ownership ran out",
                  "late-reply",
                  swapped(") {", " || true) {"))
              .under(Strain.HELD_UP_OFTEN),
          new Mistake(
                  "the store is told that it is whole before it is", "whole-too-early", dropped())
              .under(Strain.FORGETS_WHILE_SLOW),
          new Mistake(
                  "what is written anew leaves the sessions out",
                  "anew-without-sessions",
                  // $1: whether it is a session.
                  rewritten("\\) \\{(?=.*?\\(([\\w.]+\\(\\w+\\)) \\?)", " && !$1) {"))
              .under(Strain.LOSSES),
          new Mistake(
              "what is written anew leaves out what ended", "anew-without-ended", always(false)),
          new Mistake("a quarantine is ignored", "ignored-quarantine", dropped())
              .under(Strain.PROMISE_FORGOTTEN),
          new Mistake(
                  "a relaxed server that crashed is taken for one that left",
                  "relaxed-doubt",
                  always(false))
              .under(Strain.CRASHES_IN_OUTAGES),
          new Mistake(
              "what was decided already is sent elsewhere",
              "decided-is-sent-elsewhere",
              swapped("remove", "get")),
          new Mistake(
              "what may have been applied is said not to be",
              "unknown-is-denied",
              // $1: the answer to a caller when nothing was done.
              rewritten("new [^)]*\\)(?=.*?-> \\w+\\([\\w.]+, (new [\\w.]+\\(\\))\\))", "$1")),
          new Mistake(
              "renewals are held back while the store is away", "renewals-held-back", always(true)),
          new Mistake("what is held back is never let in", "never-let-in", always(false)),
          new Mistake("who stands by takes its time", "slow-stand-by", swapped(";", " * 10_000;"))
              .under(Strain.TAKEOVER));
}
