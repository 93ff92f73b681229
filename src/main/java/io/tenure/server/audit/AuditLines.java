package io.tenure.server.audit;

import io.tenure.api.OperatorRequest;
import io.tenure.api.Reply;
import io.tenure.server.log.LogLine;
import io.tenure.shard.call.CallResult;

/** Puts what an operator asked for, and what came of it, into a line of the audit. */
final class AuditLines {

  private static final OperatorRequest.Acts<LogLine> LINES =
      new OperatorRequest.Acts<>() {
        @Override
        public LogLine breakOff(OperatorRequest.Break breakOff) {
          boolean withTtl = breakOff.graceMillis() == OperatorRequest.GRACE_TTL;
          return warn("an operator asked to break the lease on " + breakOff.key())
              .with("key", breakOff.key())
              .with("reason", breakOff.reason())
              .with("tokenSeen", breakOff.token())
              .with("graceMs", withTtl ? "ttl" : "" + breakOff.graceMillis());
        }

        @Override
        public LogLine dropFence(OperatorRequest.DropFence drop) {
          return warn("an operator asked to delete the fence " + drop.fence())
              .with("fence", drop.fence())
              .with("tokenSeen", drop.token());
        }

        @Override
        public LogLine endQuarantine(OperatorRequest.EndQuarantine end) {
          return warn("an operator asked to end the quarantine of shard " + end.shard())
              .with("shard", end.shard())
              .with("reason", end.reason());
        }
      };

  private static final OperatorRequest.Acts<String> PLURALS =
      new OperatorRequest.Acts<>() {
        @Override
        public String breakOff(OperatorRequest.Break breakOff) {
          return "breaks";
        }

        @Override
        public String dropFence(OperatorRequest.DropFence drop) {
          return "deletions of fences";
        }

        @Override
        public String endQuarantine(OperatorRequest.EndQuarantine end) {
          return "ends of quarantines";
        }
      };

  private static final CallResult.Cases<AuditedOutcome> ACTS =
      new CallResult.Cases<>() {
        @Override
        public AuditedOutcome said(Reply reply) {
          return AuditedOutcome.of(reply);
        }

        @Override
        public AuditedOutcome busy(long retryAfterMillis) {
          return NOT_NOW;
        }

        @Override
        public AuditedOutcome elsewhere() {
          return NOT_NOW;
        }

        /** The act may have changed something, so it is written in full. */
        @Override
        public AuditedOutcome unknown() {
          return new AuditedOutcome("unknown", true, line -> line);
        }
      };

  private static final AuditedOutcome NOT_NOW =
      new AuditedOutcome("refused: not now", false, line -> line);

  private AuditLines() {}

  static LogLine line(OperatorRequest request) {
    return request.accept(LINES);
  }

  /** What several such requests are called. */
  static String plural(OperatorRequest request) {
    return request.accept(PLURALS);
  }

  private static LogLine warn(String says) {
    return LogLine.warn(AuditLog.ROOM, says);
  }

  /** Words what came of a request. */
  static AuditedOutcome act(CallResult answer) {
    return answer.accept(ACTS);
  }
}
