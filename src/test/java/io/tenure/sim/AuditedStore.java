package io.tenure.sim;

import io.tenure.core.Change;
import io.tenure.store.LeaseStore;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The store of one server, which reports each call and its effect in Redis to the auditor. */
final class AuditedStore implements LeaseStore {

  /** A batch under way; a repeated batch has the same words. */
  private record Sending(int shard, String standing, String last) {}

  private final SimStore under;
  private final Auditor auditor;
  private final SimServer server;
  private final Map<Sending, List<Change>> sending = new HashMap<>();

  /** The store of production; set once, because its calls come back here. */
  @Nullable LeaseStore store;

  AuditedStore(SimStore under, Auditor auditor, SimServer server) {
    this.under = under;
    this.auditor = auditor;
    this.server = server;
  }

  private LeaseStore store() {
    return Objects.requireNonNull(store);
  }

  @Override
  public Future<Claim> claim(int shard, String owner, long ownershipMillis, boolean inVain) {
    return store().claim(shard, owner, ownershipMillis, inVain);
  }

  @Override
  public Future<Advance> advance(
      int shard, String owner, long epoch, long ownershipMillis, String identity) {
    return store().advance(shard, owner, epoch, ownershipMillis, identity);
  }

  @Override
  public Future<Extension> extend(int shard, String owner, long epoch, long ownershipMillis) {
    return store().extend(shard, owner, epoch, ownershipMillis);
  }

  @Override
  public Future<Void> leave(int shard, String owner, long epoch) {
    return store().leave(shard, owner, epoch);
  }

  @Override
  public Future<Void> load(int shard, long epoch, Consumer<Change> replay) {
    List<Change> loaded = new ArrayList<>();
    return store()
        .load(shard, epoch, loaded::add)
        .onSuccess(
            done -> {
              auditor.loads(shard, server.name, loaded);
              loaded.forEach(replay);
            });
  }

  @Override
  public Future<Void> append(int shard, long epoch, long first, List<Change> changes) {
    String last = Long.toString(first + changes.size() - 1);
    Sending batch = new Sending(shard, epoch + "/" + server.name, last);
    sending.put(batch, changes);
    return store().append(shard, epoch, first, changes).onSuccess(kept -> sending.remove(batch));
  }

  @Override
  public boolean waitsOnPurpose(int shard, long epoch) {
    return store().waitsOnPurpose(shard, epoch);
  }

  @Override
  public Future<Void> wipe(int shard, long epoch) {
    return store().wipe(shard, epoch);
  }

  @Override
  public Future<Void> whole(int shard, long epoch, Doubt doubt) {
    return store().whole(shard, epoch, doubt);
  }

  /** Executes one call in Redis. */
  @Nullable Object run(String script, byte[][] command) {
    Object reply = audited(script, command);
    if (!script.isEmpty()) {
      under.promises.mayBeRaised(shard(command), server);
    }
    return reply;
  }

  private @Nullable Object audited(String script, byte[][] command) {
    if (!script.equals("append") && !script.equals("claim") && !script.equals("advance")) {
      return under.redis.command(command);
    }
    int keys = Integer.parseInt(SimStore.text(command[2]));
    int shard = shard(command);
    if (!script.equals("append")) {
      Object reply = under.redis.command(command);
      claimed(shard, script, reply);
      return reply;
    }
    String before = under.field(shard, "place");
    Object reply = under.redis.command(command);
    String standing = SimStore.text(command[3 + keys]);
    String last = SimStore.text(command[5 + keys]);
    if ("OK".equals(reply) && !last.equals(before)) {
      Sending batch = new Sending(shard, standing, last);
      auditor.journal.kept(shard, server.name, Objects.requireNonNull(sending.get(batch)));
    }
    return reply;
  }

  private static int shard(byte[][] command) {
    String meta = SimStore.text(command[3]);
    return Integer.parseInt(meta.substring("tenure:{".length(), meta.indexOf('}')));
  }

  private void claimed(int shard, String script, @Nullable Object reply) {
    if (reply instanceof List<?> answer && SimStore.text(answer.get(0)).equals("OK")) {
      boolean advanced = script.equals("advance");
      long epoch = Long.parseLong(SimStore.text(answer.get(1)));
      auditor.claimed(shard, server.name, epoch, advanced ? "" : SimStore.text(answer.get(4)));
    }
  }
}
