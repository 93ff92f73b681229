package io.tenure.server.audit;

import io.tenure.api.OperatorRequest;
import io.tenure.api.Refusal;
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

  /** Whether it changed anything. */
  static boolean did(Reply reply) {
    return reply instanceof Reply.Broken
        || reply instanceof Reply.FenceDropped
        || reply instanceof Reply.QuarantineEnded ended && ended.ended();
  }

  static LogLine withFacts(LogLine line, Reply reply) {
    if (reply instanceof Reply.Broken broken) {
      return line.with("tokens", broken.tokens());
    }
    return reply instanceof Reply.QuarantineEnded ended
        ? line.with("remainingMs", ended.remainingMillis()).with("doubt", ended.doubt())
        : line;
  }

  static String outcome(CallResult answer) {
    if (!(answer instanceof CallResult.Said said)) {
      return answer instanceof CallResult.Unknown ? "unknown" : "refused: not now";
    }
    if (said.reply() instanceof Reply.Broken broken) {
      return broken.atOnce() ? "broken" : "breaking";
    } else if (said.reply() instanceof Reply.QuarantineEnded ended) {
      return ended.ended() ? "ended" : "there was none";
    } else if (said.reply() instanceof Reply.FenceDropped) {
      return "deleted";
    }
    return said.reply() instanceof Refusal.Refused refused
        ? "refused: " + refused.code()
        : "refused";
  }
}
