package io.tenure.server.audit;

import io.tenure.api.Limits;
import io.tenure.api.Operation;
import io.tenure.api.OperatorRequest;
import io.tenure.door.Caller;
import io.tenure.door.OperatorAudit;
import io.tenure.server.OpenedStore;
import io.tenure.server.config.ServerOptions;
import io.tenure.server.log.LogLine;
import io.tenure.shard.call.CallResult;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Records the actions of operators on leases of others, and the settings that have changed since
 * the last start. Each line says when and why. Each line goes to the log and, where there is one,
 * to the file of the audit.
 */
public final class AuditLog implements OperatorAudit {

  public static final String ROOM = "audit";

  /** Shown as the value of a setting that another version of this server does not have. */
  private static final String NOT_KNOWN = "not known";

  private final Logger log;
  private final @Nullable AuditFile file;
  private final RefusedActs refused = new RefusedActs();

  /** {@code file}: receives the lines; null: the lines go to the log only. */
  public AuditLog(Logger log, @Nullable AuditFile file) {
    this.log = log;
    this.file = file;
  }

  /** Opens an audit log, with a file in the data directory where there is one. */
  public static AuditLog open(ServerOptions setup, Logger log) {
    if (setup.config().store().address().equals(OpenedStore.MEMORY)) {
      return new AuditLog(log, null);
    }
    AuditFile file = new AuditFile(setup.config().store().data(), log);
    AuditLog audit = new AuditLog(log, file);
    file.compare(setup.settings(), audit);
    return audit;
  }

  /** Completes when everything is on the disk, or when that takes too long. */
  public CompletableFuture<Void> close() {
    refused.rest().forEach(this::say);
    return file == null ? CompletableFuture.completedFuture(null) : file.close();
  }

  @Override
  public void acted(Caller caller, OperatorRequest request, CallResult answer) {
    LogLine line = AuditLines.line(request).with("from", caller.from());
    AuditedOutcome act = AuditLines.act(answer);
    line = line.with("outcome", act.outcome());
    if (act.did()) {
      say(act.facts().apply(line));
    } else {
      refused(AuditLines.plural(request), act.outcome(), line);
    }
  }

  @Override
  public void forbade(Caller caller, Operation operation, String name) {
    String bounded =
        name.length() > Limits.KEY_BYTES_MAX ? name.substring(0, Limits.KEY_BYTES_MAX) : name;
    String outcome = "refused: FORBIDDEN";
    String field = operation.http().field();
    LogLine line =
        LogLine.warn(
            ROOM,
            "a caller asked for %s%s: http.breaking is off"
                .formatted(operation.spelling(), field == null ? "" : " of " + bounded));
    LogLine named = field == null ? line : line.with(field, bounded);
    refused(
        operation.spelling(), outcome, named.with("outcome", outcome).with("from", caller.from()));
  }

  private void refused(String acts, String outcome, LogLine line) {
    LogLine told = refused.hear(acts, outcome, line, System.nanoTime());
    if (told != null) {
      say(told);
    }
  }

  /** Records the settings that differ from those of the last start on this data directory. */
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
    line.sayTo(log);
    if (file != null) {
      file.line(line);
    }
  }
}
