package io.tenure.sim;

import static io.tenure.sim.Mistake.CORE;
import static io.tenure.sim.Mistake.SHARD;
import static io.tenure.sim.Mistake.SIM;

import java.util.List;

/** Errors in how a shard is owned, kept and lost, that the simulation must not let pass. */
final class ShardMistakes {

  private static final String SHELF = SIM + "SimShelf.java";

  private ShardMistakes() {}

  static final List<Mistake> ALL =
      List.of(
          new Mistake(
                  "relaxed, a lease under a session is told of before it is kept",
                  SHARD + "Scribe.java",
                  """
                  if (tenure.session() != null) {
                    line.guard(place);
                  } else if (millis > keptMillis) {
              """,
                  """
                  if (tenure.session() == null && millis > keptMillis) {
              """)
              .under(Strain.CRASHES_IN_OUTAGES),
          new Mistake(
              "a batch whose outcome is unknown counts as kept",
              SHARD + "CommitLine.java",
              "    if (result.failed()) {\n      failed(result.cause(), batch);",
              "    if (result.cause() instanceof LeaseStore.Refused) {\n"
                  + "      failed(result.cause(), batch);"),
          new Mistake(
              "what is said does not wait until it is kept",
              SHARD + "CommitLine.java",
              "    return behind <= horizon();",
              "    return behind <= horizon() || !relaxed;"),
          new Mistake(
              "ownership never runs out",
              SHARD + "Ownership.java",
              "return owned && (forEver() || nowNanos - silentFromNanos < 0);",
              "return owned;"),
          new Mistake(
              "ownership is counted from the answer",
              SHARD + "Ownership.java",
              "      silentFromNanos = silentFrom(sentNanos);\n    } else",
              "      silentFromNanos = silentFrom(nanoTime.getAsLong()) +"
                  + " 3_000_000_000L;\n    } else"),
          new Mistake(
              "ownership is judged by the wall clock",
              SHARD + "RealTime.java",
              "    return nanos + slept;",
              "    return wallMillis * NANOS_PER_MILLI;"),
          new Mistake(
              "the store does not look at the epoch",
              SHELF,
              """
                  mustBeAt(asked);
                  if (owner == null) {
              """,
              """
                  next = asked == epoch ? next : NOWHERE;
                  if (owner == null) {
              """),
          new Mistake(
              "a successor does not wait for its predecessor's time to run out",
              SHELF,
              "!forEver && nowNanos - ownedUntilNanos >= 0",
              "!forEver && nowNanos - ownedUntilNanos >= -900_000_000L"),
          new Mistake(
              "tokens begin again after a restart",
              SHELF,
              "Math.max(Math.max(epoch, witnessed) + 1, epochMin);",
              "Math.max(epoch, 1);"),
          new Mistake(
              "tokens begin again after data was lost",
              SHELF,
              "Math.max(Math.max(epoch, witnessed) + 1, epochMin);",
              "epoch + 1;"),
          new Mistake(
              "ownership is judged by the time of an earlier turn",
              SHARD + "Loop.java",
              "    readClocks();\n    for (int at = 0; at < count; at++) {",
              "    for (int at = 0; at < count; at++) {"),
          new Mistake(
              "a suspended machine is not noticed",
              SHARD + "RealTime.java",
              "if (ahead > JUMP_NANOS) {",
              "if (ahead > JUMP_NANOS && ahead < 0) {"),
          new Mistake(
              "a reply leaves after the ownership ran out",
              SHARD + "Voice.java",
              "    if (ownership.holds()) {",
              "    if (ownership.holds() || reign != null) {"),
          new Mistake(
                  "the store is told that it is whole before it is",
                  SHARD + "Rewriting.java",
                  "step == Step.COMMITTING && line.committed() >= last",
                  "step == Step.COMMITTING")
              .under(Strain.FORGETS_WHILE_SLOW),
          new Mistake(
              "what is written anew leaves the sessions out",
              CORE + "Images.java",
              "    if (slots.live(slot)) {",
              "    if (slots.live(slot) && !slots.isSession(slot)) {"),
          new Mistake(
              "what is written anew leaves out what ended",
              CORE + "Images.java",
              "} else if (slots.ended(slot) && slots.remembered(slot)) {",
              "} else if (slots.ended(slot) && slot < 0) {"),
          new Mistake(
              "a quarantine is ignored",
              SHARD + "Reign.java",
              "table.quarantine(quarantineMillis);",
              "table.quarantine(0);"),
          new Mistake(
                  "a relaxed server that crashed is taken for one that left",
                  SHELF,
                  "(torn || relaxed && !clean)",
                  "torn")
              .under(Strain.CRASHES_IN_OUTAGES),
          new Mistake(
              "what was decided already is sent elsewhere",
              SHARD + "Callers.java",
              "        .filter(call -> !call.decided)\n",
              ""),
          new Mistake(
              "what may have been applied is said not to be",
              SHARD + "Callers.java",
              "answer(first.call.ticket, new Answer.Unknown());",
              "answer(first.call.ticket, HeldBack.UNAVAILABLE);"),
          new Mistake(
              "renewals are held back while the store is away",
              SHARD + "Reign.java",
              "    return request instanceof Request.Acquire\n",
              "    return request instanceof Request.Renew\n        || request instanceof"
                  + " Request.Acquire\n"),
          new Mistake(
              "what is held back is never let in",
              SHARD + "Reign.java",
              "if (stays && !heldBack.isEmpty() && !holdsBack(nowNanos)) {",
              "if (!stays && !heldBack.isEmpty() && !holdsBack(nowNanos)) {"),
          new Mistake(
              "who stands by takes its time",
              SHARD + "Shard.java",
              "LOOK_EVERY_NANOS = 200_000_000L;",
              "LOOK_EVERY_NANOS = 5_000_000_000L;"),
          new Mistake(
                  "a push is skipped when the ownership has run out",
                  SHARD + "Voice.java",
                  "    if (holds()) {\n      callers.tell(",
                  "    if (ownership.holds()) {\n      callers.tell(")
              .under(Strain.HELD_UP_OFTEN));
}
