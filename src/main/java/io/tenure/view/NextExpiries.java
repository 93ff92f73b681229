package io.tenure.view;

import io.tenure.api.HolderView;
import io.tenure.api.LifespanView;
import io.tenure.api.PerShardReply;
import io.tenure.api.PerShardRequest.Query;
import io.tenure.door.AdmittedOperation;
import io.tenure.wire.JsonObjectWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The leases of all shards that end next. Owned by the dashboard's loop. */
final class NextExpiries {

  /** The number of leases from each shard, and of all shards together. */
  private static final int SHOWN_MAX = 40;

  private static final int SHARDS_PER_SECOND = 256;

  private final AdmittedOperation admitted;
  private final ShardActivity heat;
  private List<PerShardReply.Listed> gathered = new ArrayList<>();
  private boolean complete = true;
  private int outstanding;

  /** The shard of the next question in a round; with very many shards a round takes seconds. */
  private int nextShard;

  /** The rows, as an array in JSON. */
  private String rows = "[]";

  private boolean rowsComplete = true;

  /** {@code heat} receives the number of leases of each shard that are due. */
  NextExpiries(AdmittedOperation admitted, ShardActivity heat) {
    this.admitted = admitted;
    this.heat = heat;
  }

  /** Called once a second. Does nothing while an earlier question is unanswered. */
  void sample() {
    if (outstanding > 0) {
      return;
    }
    if (nextShard == 0) {
      gathered = new ArrayList<>();
      complete = true;
    }
    int end = Math.min(admitted.shards(), nextShard + SHARDS_PER_SECOND);
    outstanding = end - nextShard;
    for (int each = nextShard; each < end; each++) {
      int shard = each;
      admitted
          .ask(shard, new Query.Soonest(SHOWN_MAX))
          .answer()
          .onSuccess(answer -> take(shard, ExpectedReply.as(PerShardReply.Soon.class, answer)));
    }
    nextShard = end % admitted.shards();
  }

  /** Returns the leases as JSON. */
  String shown() {
    return DashboardJson.list().put("complete", rowsComplete).spelled("rows", rows).toString();
  }

  private void take(int shard, PerShardReply.@Nullable Soon soon) {
    if (soon != null) {
      gathered.addAll(soon.leases());
      complete &= soon.complete();
    }
    heat.expects(shard, soon == null ? 0 : soon.due());
    outstanding--;
    if (outstanding == 0 && nextShard == 0) {
      gathered.sort(Comparator.comparingLong(listed -> left(listed.holder())));
      rows =
          DashboardJson.array(
              gathered.stream()
                  .limit(SHOWN_MAX)
                  .map(each -> DashboardJson.lease(each.key(), each.holder()))
                  .map(JsonObjectWriter::text));
      rowsComplete = complete;
    }
  }

  private static long left(HolderView holder) {
    return holder.remainingMillis() == LifespanView.WITH_SESSION
        ? Long.MAX_VALUE
        : holder.remainingMillis();
  }
}
