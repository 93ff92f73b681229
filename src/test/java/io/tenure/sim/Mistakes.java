package io.tenure.sim;

import static io.tenure.sim.Edit.always;
import static io.tenure.sim.Edit.dropped;
import static io.tenure.sim.Edit.rewritten;
import static io.tenure.sim.Edit.swapped;

import java.util.List;
import java.util.stream.Stream;

/** Errors of other lease servers, which the simulation must notice. */
final class Mistakes {

  private Mistakes() {}

  private static final List<Mistake> ALL =
      List.of(
          new Mistake(
              "a late renewal is accepted when the wheel has not fired yet",
              "late-renewal",
              dropped()),
          new Mistake(
              "expiry is judged by the wheel, not by the deadline",
              "judged-by-the-wheel",
              always(true)),
          new Mistake("renewals do not extend", "no-extension", dropped()),
          new Mistake(
              "a slow renewal is not extended although it is answered",
              "slow-renewal",
              swapped(">", "<")),
          new Mistake(
              "after a pause leases end before the waiting renewals are heard",
              "unheard-after-a-pause",
              swapped("true", "false")),
          new Mistake(
              "the queue's head is woken after its session died", "dead-head", always(true)),
          new Mistake("a newcomer overtakes the queue", "overtaking", always(false)),
          new Mistake("the queue is not served when its holder dies", "unserved-queue", dropped()),
          new Mistake(
              "a grant is told of before it is kept", "told-before-kept", rewritten(".+", "0")),
          new Mistake("a repeated acquire is granted anew", "repeated-acquire", always(false)),
          new Mistake(
              "a release ends whoever holds the key",
              "release-of-others",
              // $1: the row of the lease. $2: whether it lives; $3: its key; $4 to $6: ends it.
              rewritten(
                  "int (\\w+) = .*;(?=.*? if \\(([\\w.]+\\()\\1\\)\\).*? = ([\\w.]+\\()\\1\\);"
                      + "\\s+([^;]*?\\()\\1(,[^;]*?\\()\\1(\\)[^;]*;))",
                  "$0 for (int each = $1; each-- > 0; )"
                      + " if ($2each) && $3each).equals($3$1))) $4each$5each$6")),
          new Mistake(
              "a lease under a session does not say when it ends before that",
              "untold-end",
              always(false)),
          new Mistake(
                  "pauses lengthen a lease without an end",
                  "endless-amnesty",
                  rewritten("Math[.]min\\((.*), .*\\)", "$1"))
              .under(Strain.HELD_UP_OFTEN),
          new Mistake("a broken lease lives on", "broken-lives-on", dropped()),
          new Mistake(
              "a lease that is being broken is still extended",
              "broken-is-extended",
              always(false)),
          new Mistake(
              "a key that changes hands keeps its token", "same-token", rewritten("$", " & -8")),
          new Mistake(
              "a reader is let in beside a writer",
              "reader-beside-writer",
              // $2: the mode of a holder. $3: the requested mode.
              rewritten(
                  "\\((\\w+)\\) == [\\w.]+"
                      + "(?=.*?([\\w.]+)\\([\\w.]+\\(0\\)\\)[.]equals\\((\\w+)\\))",
                  "$0 && $3.equals($2($1))")),
          new Mistake("a writer is let in beside readers", "writer-beside-readers", dropped()),
          new Mistake("a slot number is given twice", "number-given-twice", dropped()),
          new Mistake("one holder too many gets a slot", "one-holder-too-many", swapped("<", "<=")),
          new Mistake(
                  "a lock-delay is forgotten on recovery", "forgotten-lock-delay", always(false))
              .under(Strain.HELD_UP_OFTEN),
          new Mistake("a lock-delay is not kept", "no-lock-delay", always(false)),
          new Mistake(
              "a recovered lease gets only half of its time",
              "half-the-time",
              // $1: its ttl in nanoseconds.
              rewritten("\\w+ \\?.* 0(?=.*? = ([^;]*) / 8;)", "-$1 / 2")),
          new Mistake("a shard does not hear that a session is over", "unheard-end", dropped()),
          new Mistake(
              "the holder of a lease under a session does not hear that it ends alone",
              "untold-end-of-a-bound-lease",
              rewritten("return .*?(?=\\s[?])", "return true")),
          new Mistake("a session leaves its leases behind", "leases-left-behind", dropped()),
          new Mistake(
              "an event is skipped when a watcher resumes", "skipped-event", swapped(">", "> 1 +")),
          new Mistake("a watcher who missed something is not told", "untold-gap", always(true)),
          new Mistake(
              "two events have the same revision", "same-revision", rewritten("$", " & -2")),
          new Mistake("a fence lets an older token pass", "older-token", always(false)),
          new Mistake("a fence is lowered", "lowered-fence", swapped("));", ") / 2);")),
          new Mistake(
              "what a request did is forgotten on recovery", "forgotten-request", always(false)),
          new Mistake(
              "a client counts from the answer",
              "counted-from-the-answer",
              // $1: the reading of its clock.
              rewritten("= [\\w.]+(?=.*? - ([\\w.]+\\(\\)) > 0)", "= $1")),
          new Mistake(
              "a client leaves no room for drift",
              "no-room-for-drift",
              rewritten("(return \\w+).*;", "$1;")));

  /** All mistakes, including those of shards. */
  static Stream<Mistake> all() {
    return Stream.of(ALL, ShardMistakes.ALL).flatMap(List::stream);
  }
}
