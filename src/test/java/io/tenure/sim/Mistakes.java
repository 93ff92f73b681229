package io.tenure.sim;

import static io.tenure.sim.Mistake.CORE;
import static io.tenure.sim.Mistake.SIM;
import static io.tenure.sim.Mistake.STORE;

import java.util.List;

/** Errors that others have made, and that the simulation must not let pass. */
final class Mistakes {

  private Mistakes() {}

  static final List<Mistake> ALL =
      List.of(
          new Mistake(
              "a late renewal is accepted when the wheel has not fired yet",
              CORE + "Slots.java",
              "\n        || clock.judged() >= page[at + DEADLINE]) {",
              ") {"),
          new Mistake(
              "expiry is judged by the wheel, not by the deadline",
              CORE + "Departures.java",
              "if (found == Index.NONE || !slots.live(slot) || judge.stands(slot)) {",
              "if (found == Index.NONE || !slots.live(slot) || judge.of(slot) != null) {"),
          new Mistake(
              "renewals do not extend",
              CORE + "Slots.java",
              "      page[at + DEADLINE] = deadline;",
              "      page[at + DEADLINE] = page[at + DEADLINE];"),
          new Mistake(
              "a slow renewal is not extended although it is answered",
              CORE + "Renewing.java",
              "    if (deadline > slots.deadline(slot)) {",
              "    if (deadline < slots.deadline(slot)) {"),
          new Mistake(
              "after a pause leases end before the waiting renewals are heard",
              CORE + "LeaseClock.java",
              "    hearing = true;",
              "    hearing = false;"),
          new Mistake(
              "the queue's head is woken after its session died",
              CORE + "Acquiring.java",
              "return waiter.bond == null || !judge.over(waiter.bond);",
              "return true;"),
          new Mistake(
              "a newcomer overtakes the queue",
              CORE + "Acquiring.java",
              "if (!overtakes && admission.admits(key, request.mode())) {",
              "if (admission.admits(key, request.mode())) {"),
          new Mistake(
              "the queue is not served when its holder dies",
              CORE + "Departures.java",
              "    endings.expire(slot);\n    acquiring.serve(key);\n  }",
              "    endings.expire(slot);\n  }"),
          new Mistake(
              "a grant is told of before it is kept",
              CORE + "Grants.java",
              "        desk.behind(slot),\n        new Reply.Granted(",
              "        0,\n        new Reply.Granted("),
          new Mistake(
              "a repeated acquire is granted anew",
              CORE + "Acquiring.java",
              "if (id != null && repeated(ticket, id) || desk",
              "if (desk"),
          new Mistake(
              "a release ends whoever holds the key",
              CORE + "Departures.java",
              "endings.end(slot, judge.runsOut(slot) ? Ending.EXPIRED : Ending.RELEASED, "
                  + "\"\", null);",
              "holders(key).forEach(each -> endings.end(each, Ending.RELEASED, \"\", null));"),
          new Mistake(
              "a broken lease lives on",
              CORE + "Breaking.java",
              "        endings.end(slot, Ending.BROKEN, request.reason(), id);\n",
              ""),
          new Mistake(
              "a lease that is being broken is still extended",
              CORE + "Renewing.java",
              "    if (terms != null && terms.breaking()) {\n",
              "    if (terms != null && terms.breaking() && slot < 0) {\n"),
          new Mistake(
              "a key that changes hands keeps its token",
              CORE + "Grants.java",
              "            desk.nextRevision(),",
              "            desk.revision(),"),
          new Mistake(
              "a reader is let in beside a writer",
              CORE + "Admission.java",
              "if (judge.of(exclusive) == Judge.Standing.LIVE) {",
              "if (judge.of(exclusive) == Judge.Standing.LIVE && mode.kind() !="
                  + " Mode.Kind.SHARED) {"),
          new Mistake(
              "a writer is let in beside readers",
              CORE + "Admission.java",
              "return ledger.mode(place.holder(0)).equals(mode) &&",
              "return"),
          new Mistake(
              "a slot number is given twice",
              CORE + "Place.java",
              "      numbers.set(number);",
              "      numbers.clear(number);"),
          new Mistake(
              "one holder too many gets a slot",
              CORE + "Admission.java",
              "place.holderCount() < holdersMax;",
              "place.holderCount() <= holdersMax;"),
          new Mistake(
                  "a lock-delay is forgotten on recovery",
                  CORE + "Opening.java",
                  "    if (place.barMillis != 0) {",
                  "    if (place.barMillis < 0) {")
              .under(Strain.HELD_UP_OFTEN),
          new Mistake(
              "a lock-delay is not kept",
              CORE + "Endings.java",
              "if (how.unclean() && lockDelayMillis > 0) {",
              "if (!how.unclean() && lockDelayMillis > 0) {"),
          new Mistake(
              "a recovered lease gets only half of its time",
              CORE + "Opening.java",
              "grants.arm(slot, clock.now(), spread ? spreadNanos(slot) : 0);",
              "grants.arm(slot, clock.now() - slots.ttlMillis(slot) * 500_000, 0);"),
          new Mistake(
              "a shard does not hear that a session is over",
              CORE + "Sessions.java",
              "        endings.close(bond, over.how());\n",
              ""),
          new Mistake(
              "a session leaves its leases behind",
              CORE + "Endings.java",
              "      close(bond, how);\n",
              ""),
          new Mistake(
              "an event is skipped when a watcher resumes",
              CORE + "History.java",
              "EventBytes.revision(tape, at) > from",
              "EventBytes.revision(tape, at) > from + 1"),
          new Mistake(
              "a watcher who missed something is not told",
              CORE + "History.java",
              "from >= startRevision && (all || from >= EventBytes.revision(tape, place(oldest)))",
              "all | true"),
          new Mistake(
              "two events have the same revision",
              CORE + "Desk.java",
              "        nextRevision(),\n        kind,",
              "        revision(),\n        kind,"),
          new Mistake(
              "a fence lets an older token pass",
              CORE + "Fences.java",
              "if (request.token() < mark) {",
              "if (request.token() < 0) {"),
          new Mistake(
              "a fence is lowered",
              CORE + "Ledger.java",
              "      fences.put(raise.fence(), raise.token());",
              "      fences.put(raise.fence(), raise.token() / 2);"),
          new Mistake(
              "what a request did is forgotten on recovery",
              STORE + "Batch.java",
              "      if (slot != null && end.remembered()) {",
              "      if (slot != null && end.remembered() && end.slot() < 0) {"),
          new Mistake(
              "a client counts from the answer",
              SIM + "Belief.java",
              "long until = letter.sentLocalNanos + Auditor.safeNanos(term);",
              "long until = client.nanos() + Auditor.safeNanos(term);"),
          new Mistake(
              "a client leaves no room for drift",
              SIM + "Auditor.java",
              "return nanos - drift - term.safetyMillis() * Schedule.MILLI;",
              "return nanos;"));
}
