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
record AuditedAct(String outcome, boolean did, UnaryOperator<LogLine> facts) {

  /** Words each kind of answer, so that a kind that is forgotten does not compile. */
  private static final Reply.Answer.AnswerCases<AuditedAct> CASES =
      new Reply.Answer.AnswerCases<>() {
        @Override
        public AuditedAct broken(Reply.Broken broken) {
          return new AuditedAct(
              broken.atOnce() ? "broken" : "breaking",
              true,
              line -> line.with("tokens", broken.tokens()));
        }

        @Override
        public AuditedAct fenceDropped(Reply.FenceDropped dropped) {
          return new AuditedAct("deleted", true, line -> line);
        }

        @Override
        public AuditedAct quarantineEnded(Reply.QuarantineEnded ended) {
          return new AuditedAct(
              ended.ended() ? "ended" : "there was none",
              ended.ended(),
              line ->
                  line.with("remainingMs", ended.remainingMillis()).with("doubt", ended.doubt()));
        }

        @Override
        public AuditedAct granted(Reply.Granted granted) {
          return NO_ACT;
        }

        @Override
        public AuditedAct renewed(Reply.Renewed renewed) {
          return NO_ACT;
        }

        @Override
        public AuditedAct released(Reply.Released released) {
          return NO_ACT;
        }

        @Override
        public AuditedAct transferred(Reply.Transferred transferred) {
          return NO_ACT;
        }

        @Override
        public AuditedAct valueSet(Reply.ValueSet set) {
          return NO_ACT;
        }

        @Override
        public AuditedAct leaseState(Reply.LeaseState state) {
          return NO_ACT;
        }

        @Override
        public AuditedAct keyState(Reply.KeyState state) {
          return NO_ACT;
        }

        @Override
        public AuditedAct sessionOpened(Reply.SessionOpened opened) {
          return NO_ACT;
        }

        @Override
        public AuditedAct sessionState(Reply.SessionState state) {
          return NO_ACT;
        }

        @Override
        public AuditedAct sessionClosed(Reply.SessionClosed closed) {
          return NO_ACT;
        }

        @Override
        public AuditedAct fenceRaised(Reply.FenceRaised raised) {
          return NO_ACT;
        }

        @Override
        public AuditedAct fenceMark(Reply.FenceMark mark) {
          return NO_ACT;
        }
      };

  /** The wording of an answer that no operator's act has; it is written in full all the same. */
  private static final AuditedAct NO_ACT = new AuditedAct("done", true, line -> line);

  static AuditedAct of(Reply reply) {
    return reply instanceof Reply.Answer answer
        ? answer.accept(CASES)
        : new AuditedAct("refused: " + reply.outcome(), false, line -> line);
  }
}
