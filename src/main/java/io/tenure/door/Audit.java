package io.tenure.door;

import io.tenure.core.Request;
import io.tenure.shard.Answer;
import io.tenure.wire.ErrorCode;
import io.tenure.wire.Op;
import io.tenure.wire.Problem;

/** Hears of what operators do to the leases of others, at any door. Called on any loop. */
public interface Audit {

  Audit NOBODY =
      new Audit() {
        @Override
        public void acted(String from, Request.ByOperator request, Answer answer) {}

        @Override
        public void forbade(String from, Op op, String name) {}
      };

  /** What an operator is told where operators may change nothing. */
  Problem FORBIDDEN =
      Problem.of(
          ErrorCode.FORBIDDEN,
          "operators may change nothing on this server: it runs with the setting breaking off");

  /** {@code from}: the address of the caller. It may have been refused: {@code answer} says. */
  void acted(String from, Request.ByOperator request, Answer answer);

  /** A caller asked to do {@code op} to {@code name} where operators may change nothing. */
  void forbade(String from, Op op, String name);
}
