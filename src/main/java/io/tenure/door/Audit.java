package io.tenure.door;

import io.tenure.core.Request;
import io.tenure.shard.Answer;

/** Hears of what operators do to the leases of others, at whichever door. Called on any loop. */
@FunctionalInterface
public interface Audit {

  Audit NOBODY = (from, request, answer) -> {};

  /** {@code from}: the address of whoever asked. It may have been refused: {@code answer} says. */
  void broke(String from, Request.Break request, Answer answer);
}
