package io.tenure.server.audit;

import io.tenure.api.Reply;
import io.tenure.server.log.LogLine;
import java.util.function.UnaryOperator;

/**
 * The effect of an operator's act, as the audit words it.
 *
 * @param did whether the act changed anything
 * @param facts adds what only the answer says
 */
record AuditedOutcome(String outcome, boolean did, UnaryOperator<LogLine> facts) {

  /** Words each kind of answer, so that a kind that is forgotten does not compile. */
  private static final Reply.Answer.AnswerCases<AuditedOutcome> CASES =
      new Reply.Answer.AnswerCases<>() {
        @Override
        public AuditedOutcome broken(Reply.Broken broken) {
          return new AuditedOutcome(
              broken.atOnce() ? "broken" : "breaking",
              true,
              line -> line.with("tokens", broken.tokens()));
        }

        @Override
        public AuditedOutcome fenceDropped(Reply.FenceDropped dropped) {
          return new AuditedOutcome("deleted", true, line -> line);
        }

        @Override
        public AuditedOutcome quarantineEnded(Reply.QuarantineEnded ended) {
          return new AuditedOutcome(
              ended.ended() ? "ended" : "there was none",
              ended.ended(),
              line ->
                  line.with("remainingMs", ended.remainingMillis()).with("doubt", ended.doubt()));
        }

        @Override
        public AuditedOutcome granted(Reply.Granted granted) {
          return NO_ACT;
        }

        @Override
        public AuditedOutcome renewed(Reply.Renewed renewed) {
          return NO_ACT;
        }

        @Override
        public AuditedOutcome released(Reply.Released released) {
          return NO_ACT;
        }

        @Override
        public AuditedOutcome transferred(Reply.Transferred transferred) {
          return NO_ACT;
        }

        @Override
        public AuditedOutcome valueSet(Reply.ValueSet set) {
          return NO_ACT;
        }

        @Override
        public AuditedOutcome leaseState(Reply.LeaseState state) {
          return NO_ACT;
        }

        @Override
        public AuditedOutcome keyState(Reply.KeyState state) {
          return NO_ACT;
        }

        @Override
        public AuditedOutcome sessionOpened(Reply.SessionOpened opened) {
          return NO_ACT;
        }

        @Override
        public AuditedOutcome sessionState(Reply.SessionState state) {
          return NO_ACT;
        }

        @Override
        public AuditedOutcome sessionClosed(Reply.SessionClosed closed) {
          return NO_ACT;
        }

        @Override
        public AuditedOutcome fenceRaised(Reply.FenceRaised raised) {
          return NO_ACT;
        }

        @Override
        public AuditedOutcome fenceMark(Reply.FenceMark mark) {
          return NO_ACT;
        }
      };

  /** The wording of an answer that no operator's act has; it is written in full all the same. */
  private static final AuditedOutcome NO_ACT = new AuditedOutcome("done", true, line -> line);

  static AuditedOutcome of(Reply reply) {
    return reply instanceof Reply.Answer answer
        ? answer.accept(CASES)
        : new AuditedOutcome("refused: " + reply.outcome(), false, line -> line);
  }
}
