package io.tenure.sim;

import io.tenure.core.TableStats;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Checks the final state after all clients have stopped: every request is answered, and nothing is
 * left.
 */
final class Aftermath {

  private final Auditor auditor;
  private final SimServer[] servers;
  private final List<SimClient> clients;

  Aftermath(Auditor auditor, SimServer[] servers, List<SimClient> clients) {
    this.auditor = auditor;
    this.servers = servers;
    this.clients = clients;
  }

  void judge(int shards) {
    auditor.nothingLeft();
    for (int shard = 0; shard < shards; shard++) {
      SimShard owner = owner(shard);
      TableStats stats = owner == null ? null : owner.stats();
      if (owner == null || stats == null) {
        auditor.fail("liveness", null, "nobody owns shard " + shard);
        return;
      }
      if (owner.unanswered() > 0) {
        auditor.fail("liveness", null, owner.unanswered() + " requests were never answered");
      }
      if (stats.leases() + stats.sessions() + stats.waiters() > 0 || stats.watchers() > 1) {
        auditor.fail("liveness", null, "left over: " + stats);
      }
    }
    for (SimClient client : clients) {
      client.watches.forEach(watch -> seesNothing(client, watch));
    }
  }

  private @Nullable SimShard owner(int shard) {
    SimShard owner = null;
    for (SimServer server : servers) {
      SimShard each = server.serving(shard);
      owner = each == null ? owner : each;
    }
    return owner;
  }

  private void seesNothing(SimClient client, Watch watch) {
    if (watch.complete() && !watch.state().isEmpty()) {
      auditor.fail(
          "G8",
          watch.state().keySet().iterator().next(),
          client.name + "'s watcher still sees " + watch.state());
    }
  }
}
