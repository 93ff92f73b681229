package io.tenure.sim;

import io.tenure.api.Mode;
import java.util.Objects;

/** The resources that keys protect: each checks the tokens of its writers. */
final class Resources {

  private final Auditor auditor;
  private final Schedule schedule;

  Resources(Auditor auditor, Schedule schedule) {
    this.auditor = auditor;
    this.schedule = schedule;
  }

  /** A holder writes to the resource. */
  boolean writes(Life life) {
    KeyLife key = Objects.requireNonNull(life.key);
    boolean believed = life.believedNanos > schedule.now() && !life.broken();
    boolean accepted = life.token() >= key.writtenToken;
    if (accepted) {
      key.writtenToken = life.token();
    } else if (believed && life.tenure.mode().equals(Mode.EXCLUSIVE) && !life.revived) {
      auditor.fail(
          "G4", key.key, life + " is believed, and refused after token " + key.writtenToken);
    }
    return accepted;
  }
}
