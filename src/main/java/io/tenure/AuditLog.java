package io.tenure;

import io.tenure.core.Key;
import io.tenure.core.Reply;
import io.tenure.core.Request;
import io.tenure.door.Audit;
import io.tenure.shard.Answer;
import io.tenure.store.OpenStore;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Who ended the leases of others, when and why; and how the server was set up since the last start.
 * Each goes to the log and, where there is one, to the file that keeps it.
 */
final class AuditLog implements Audit {

  static final String ROOM = "audit";

  /** What is said of a setting that another version of this server has not. */
  private static final String NOT_KNOWN = "not known";

  private final Log log;
  private final @Nullable AuditFile file;
  private final RefusedBreaks refused = new RefusedBreaks();

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

  /** Done when everything is on the disk, or that takes too long. */
  CompletableFuture<Void> close() {
    refused.rest().forEach(this::say);
    return file == null ? CompletableFuture.completedFuture(null) : file.close();
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
    if (answer instanceof Answer.Said said && said.reply() instanceof Reply.Broken broken) {
      say(line.with("tokens", broken.tokens()));
    } else if (answer instanceof Answer.Unknown) {
      say(line);
    } else {
      refused(outcome, line);
    }
  }

  @Override
  public void forbade(String from, String key) {
    String name = key.length() > Key.BYTES_MAX ? key.substring(0, Key.BYTES_MAX) : key;
    refused(
        "refused: FORBIDDEN",
        LogLine.warn(ROOM, "somebody asked to break the lease on %s, as nobody may".formatted(name))
            .with("key", name)
            .with("outcome", "refused: FORBIDDEN")
            .with("from", from));
  }

  private void refused(String outcome, LogLine line) {
    LogLine told = refused.hear(outcome, line, System.nanoTime());
    if (told != null) {
      say(told);
    }
  }

  /** Settings that are not what they were at the last start on this data directory. */
  void changed(Map<String, String> before, Map<String, String> now) {
    Set<String> all = new TreeSet<>(before.isEmpty() ? Set.of() : now.keySet());
    all.addAll(before.keySet());
    for (String setting : all) {
      String was = before.getOrDefault(setting, NOT_KNOWN);
      String is = now.getOrDefault(setting, NOT_KNOWN);
      if (!was.equals(is)) {
        say(
            LogLine.info(ROOM, "%s was %s and is %s now".formatted(setting, was, is))
                .with("setting", setting)
                .with("was", was)
                .with("is", is));
      }
    }
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
