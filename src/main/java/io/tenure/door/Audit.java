package io.tenure.door;

import io.tenure.core.Request;
import io.tenure.shard.Answer;

/** Hears of what operators do to the leases of others, at whichever door. Called on any loop. */
public interface Audit {

  Audit NOBODY =
      new Audit() {
        @Override
        public void broke(String from, Request.Break request, Answer answer) {}

        @Override
        public void forbade(String from, String key) {}
      };

  /** {@code from}: the address of whoever asked. It may have been refused: {@code answer} says. */
  void broke(String from, Request.Break request, Answer answer);

  /** Somebody asked to break {@code key} where nobody may break anything. */
  void forbade(String from, String key);
}
