package io.tenure;

import io.tenure.core.Reply;
import io.tenure.core.Request;
import io.tenure.door.Audit;
import io.tenure.shard.Answer;
import io.tenure.store.OpenStore;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Who ended the leases of others, when and why; and how the server was set up since the last start.
 * Each goes to the log and, where there is one, to the file that keeps it.
 */
final class AuditLog implements Audit {

  static final String ROOM = "audit";

  private final Log log;
  private final @Nullable AuditFile file;

  /** {@code file} keeps the lines; null when nothing is kept. */
  AuditLog(Log log, @Nullable AuditFile file) {
    this.log = log;
    this.file = file;
  }

  /** With a file in the data directory, where there is one. */
  static AuditLog open(Setup setup, Log log) {
    if (setup.config().store().equals(OpenStore.MEMORY)) {
      return new AuditLog(log, null);
    }
    AuditFile file = new AuditFile(setup.config().data(), log);
    AuditLog audit = new AuditLog(log, file);
    file.compare(setup.settings(), audit);
    return audit;
  }

  void close() {
    if (file != null) {
      file.close();
    }
  }

  @Override
  public void broke(String from, Request.Break request, Answer answer) {
    String outcome = outcome(answer);
    LogLine line =
        LogLine.warn(ROOM, "an operator asked to break the lease on " + request.key())
            .with("key", request.key())
            .with("outcome", outcome)
            .with("from", from)
            .with("reason", request.reason())
            .with("tokenSeen", request.token())
            .with(
                "graceMs",
                request.graceMillis() == Request.GRACE_TTL ? "ttl" : "" + request.graceMillis());
    say(
        answer instanceof Answer.Said said && said.reply() instanceof Reply.Broken broken
            ? line.with("tokens", broken.tokens())
            : line);
  }

  /** Settings that are not what they were at the last start on this data directory. */
  void changed(Map<String, String> before, Map<String, String> now) {
    now.forEach(
        (setting, value) -> {
          String was = before.get(setting);
          if (was != null && !was.equals(value)) {
            say(
                LogLine.info(ROOM, "%s was %s and is %s now".formatted(setting, was, value))
                    .with("setting", setting)
                    .with("was", was)
                    .with("is", value));
          }
        });
  }

  private void say(LogLine line) {
    log.line(line);
    if (file != null) {
      file.line(line);
    }
  }

  private static String outcome(Answer answer) {
    if (answer instanceof Answer.Said said) {
      if (said.reply() instanceof Reply.Broken broken) {
        return broken.atOnce() ? "broken" : "breaking";
      }
      return said.reply() instanceof Reply.Refused refused
          ? "refused: " + refused.code()
          : "refused";
    }
    return answer instanceof Answer.Unknown ? "unknown" : "refused: not now";
  }
}
