package io.tenure.view;

import io.tenure.api.EndReason;
import io.tenure.core.TableMeter;
import io.tenure.shard.Meters;
import io.tenure.shard.meter.ShardMeter;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Arrays;

/**
 * The activity of the shards in the last minute, and the ends that they expect in the next minute.
 * The activity counts the grants and ends of each second. Very many shards are shown in groups of
 * neighbours. Owned by the dashboard's loop.
 */
final class ShardActivity {

  static final int SECONDS = 60;
  static final int GROUPS_MAX = 128;

  private final int perGroup;
  private final long[] before;
  private final int[][] changes;
  private final long[] due;

  ShardActivity(int shards) {
    perGroup = (shards + GROUPS_MAX - 1) / GROUPS_MAX;
    int groups = (shards + perGroup - 1) / perGroup;
    before = new long[groups];
    due = new long[shards];
    changes = new int[groups][SECONDS];
  }

  /** Called once a second. */
  void sample(Meters meters) {
    long[] now = new long[before.length];
    int index = 0;
    for (ShardMeter shard : meters.shards()) {
      now[index++ / perGroup] += changes(shard.tableMeter());
    }
    for (int group = 0; group < now.length; group++) {
      int[] of = changes[group];
      System.arraycopy(of, 1, of, 0, SECONDS - 1);
      of[SECONDS - 1] = (int) (now[group] - before[group]);
      before[group] = now[group];
    }
  }

  /**
   * Takes the approximate number of leases of {@code shard} that end within a minute unless they
   * are renewed.
   */
  void expects(int shard, long leases) {
    due[shard] = leases;
  }

  JsonObject shown() {
    long[] sums = new long[changes.length];
    for (int shard = 0; shard < due.length; shard++) {
      sums[shard / perGroup] += due[shard];
    }
    JsonArray groups = new JsonArray();
    for (int[] of : changes) {
      groups.add(new JsonArray(Arrays.stream(of).boxed().toList()));
    }
    return new JsonObject()
        .put("perRow", perGroup)
        .put("rows", groups)
        .put("due", new JsonArray(Arrays.stream(sums).boxed().toList()));
  }

  private static long changes(TableMeter of) {
    long changes = of.grants();
    for (EndReason how : EndReason.values()) {
      changes += of.ended(how);
    }
    return changes;
  }
}
