package io.tenure.shard;

import io.tenure.core.ShardMessage;
import java.util.BitSet;

/**
 * Reports the doubt of a shard that another server owns to the shards of this server. The shard in
 * doubt may have lost leases of sessions of these shards. The messages of the other server do not
 * reach this server, so the store reports the doubt. Owned by the loop of the shard in doubt.
 */
final class RemoteDoubtRelay {

  /**
   * The limits of each look: of all shards, and of the shards served here that are not informed
   * yet.
   */
  private static final int LOOKED_AT_MAX = 1_024;

  private static final int TOLD_MAX = 64;

  private final int shard;
  private final ShardMessenger messenger;
  private final BitSet heard = new BitSet();
  private long doubtedEpoch;
  private int next;

  RemoteDoubtRelay(int shard, ShardMessenger messenger) {
    this.shard = shard;
    this.messenger = messenger;
  }

  /**
   * Informs the next shards. {@code epoch} is the epoch of the other server's claim in doubt; 0
   * without one. {@code own} is the last epoch of this server, which is over. The clock of another
   * Redis may have given the same number or a lower one to the other server.
   */
  void looked(long epoch, long own) {
    long doubted = epoch == 0 ? 0 : Math.max(epoch, own + 1);
    if (doubted != doubtedEpoch) {
      doubtedEpoch = doubted;
      heard.clear();
      heard.set(shard);
      next = 0;
    }
    int told = 0;
    for (int at = 0; doubted != 0 && at < LOOKED_AT_MAX && told < TOLD_MAX; at++) {
      told += tell(next) ? 1 : 0;
      next = (next + 1) % messenger.shards();
    }
  }

  private boolean tell(int home) {
    boolean tells = !heard.get(home) && messenger.serves(home);
    if (tells) {
      messenger.tell(home, ShardMessage.Lost.before(shard, doubtedEpoch));
    }
    return tells;
  }

  void answered(ShardMessage.LossHeard word) {
    if (word.since() == ShardMessage.Lost.before(shard, doubtedEpoch).since()) {
      heard.set(word.from());
    }
  }
}
