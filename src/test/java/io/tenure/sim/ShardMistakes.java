package io.tenure.sim;

import static io.tenure.sim.Mistake.CORE;
import static io.tenure.sim.Mistake.SCRIPTS;
import static io.tenure.sim.Mistake.SHARD;
import static io.tenure.sim.Mistake.STORE;

import java.util.List;

/** Errors in how a shard is owned, kept and lost, that the simulation must not let pass. */
final class ShardMistakes {

  private ShardMistakes() {}

  static final List<Mistake> ALL =
      List.of(
          new Mistake(
                  "a promise longer than any before is not told ahead",
                  STORE + "RedisStore.java",
                  "return memory.ownedForEver() || replicas > 0",
                  "return memory.ownedForEver() || replicas >= 0")
              .under(Strain.PROMISE_FORGOTTEN),
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
                  "    silentFromNanos = silentFrom(sentNanos);\n    extendAtNanos",
                  "    silentFromNanos = silentFrom(nanoTime.getAsLong()) +"
                      + " 3_000_000_000L;\n    extendAtNanos")
              .under(Strain.LOSSES),
          new Mistake(
              "ownership is judged by the wall clock",
              SHARD + "RealTime.java",
              "    return nanos + slept;",
              "    return wallMillis * NANOS_PER_MILLI;"),
          new Mistake(
              "the store does not look at the epoch",
              SCRIPTS + "guard.lua",
              "  if stored > known or stored == known and server ~= mine then",
              "  if stored > known and server == mine then"),
          new Mistake(
              "a successor does not wait for its predecessor's time to run out",
              STORE + "ShardMemory.java",
              "return millisLeft(last, nowNanos) <= 0 ? last : null;",
              "return millisLeft(last, nowNanos) <= 900 ? last : null;"),
          new Mistake(
              "tokens begin again after a restart",
              SCRIPTS + "epoch.lua",
              "math.max(stored + 1, known + 1, seconds)",
              "math.max(stored, 1)"),
          new Mistake(
              "tokens begin again after data was lost",
              SCRIPTS + "epoch.lua",
              "math.max(stored + 1, known + 1, seconds)",
              "stored + 1"),
          new Mistake(
                  "what was answered in vain is forgotten with the next claim",
                  SCRIPTS + "claim.lua",
                  "(server ~= ARGV[3] or ARGV[14] == '1')",
                  "server ~= ARGV[3]")
              .under(Strain.RELAXED_LEAVE),
          new Mistake(
                  "an owner that claims again is taken for one that never lost the shard",
                  SCRIPTS + "claim.lua",
                  "elseif stored > 0 and not unchanged(run, replid, here)",
                  "elseif stored > 0 and server ~= ARGV[3]"
                      + " and not unchanged(run, replid, here)")
              .under(Strain.TAKEOVER),
          new Mistake(
                  "a shard in doubt serves at once",
                  SHARD + "Epochs.java",
                  "reachedNanos = later(reachedNanos, fromNow(forgottenMillis));",
                  "forgottenMillis = 0;")
              .under(Strain.TAKEOVER),
          new Mistake(
                  "a Redis is known by its process alone",
                  SCRIPTS + "identity.lua",
                  "run == now and (not replid or replid == history)",
                  "run == now")
              .under(Strain.FAIL_BACK),
          new Mistake(
                  "an advance notes the Redis that executes it",
                  SCRIPTS + "advance.lua",
                  "local run, replid = parts(ARGV[10])",
                  "local run, replid = parts(here)")
              .under(Strain.LATE_ADVANCE),
          new Mistake(
                  "a Redis that keeps all now is taken for one that always has",
                  SCRIPTS + "claim.lua",
                  "and not (trusted and keeps == epoch)",
                  "and not trusted")
              .under(Strain.SETTINGS_CHANGED),
          new Mistake(
                  "a shard that may have lost leases of sessions tells no other shard",
                  SHARD + "Reign.java",
                  "table.doubt(",
                  "if (claim.epoch() < 0) table.doubt(")
              .under(Strain.LOSSES),
          new Mistake(
                  "a quarantine that is over gives numbers of the epoch in which it began",
                  CORE + "Doubt.java",
                  "desk.quarantine.awaitsEpoch();",
                  "")
              .under(Strain.CLOCKS_APART),
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
                  "    if (ownership.holds() || reign != null) {")
              .under(Strain.HELD_UP_OFTEN),
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
                  "    if (slots.live(slot) && !slots.isSession(slot)) {")
              .under(Strain.LOSSES),
          new Mistake(
              "what is written anew leaves out what ended",
              CORE + "Images.java",
              "} else if (slots.ended(slot) && slots.remembered(slot)) {",
              "} else if (slots.ended(slot) && slot < 0) {"),
          new Mistake(
                  "a quarantine is ignored",
                  SHARD + "Reign.java",
                  "table.quarantine(claim.quarantineMillis());",
                  "table.quarantine(0);")
              .under(Strain.PROMISE_FORGOTTEN),
          new Mistake(
                  "a relaxed server that crashed is taken for one that left",
                  SCRIPTS + "claim.lua",
                  "relaxed == '1' and not clean and (server ~= ARGV[3] or ARGV[14] == '1') then",
                  "relaxed == '2' then")
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
                  "LOOK_EVERY_NANOS = 5_000_000_000L;")
              .under(Strain.LOSSES));
}
