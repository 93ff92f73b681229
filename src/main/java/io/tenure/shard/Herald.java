package io.tenure.shard;

import io.tenure.core.Word;
import java.util.BitSet;

/**
 * Tells the shards of this server of the doubt of a shard that another server owns, which the words
 * of that server do not reach: it may have lost leases of their sessions. The store carries it
 * here. Owned by the shard's loop.
 */
final class Herald {

  /** Told at each look. */
  private static final int SLICE = 64;

  private final int shard;
  private final Neighbours neighbours;
  private final BitSet heard = new BitSet();
  private long doubtedEpoch;
  private int next;

  Herald(int shard, Neighbours neighbours) {
    this.shard = shard;
    this.neighbours = neighbours;
  }

  /** {@code epoch}: in which the other server claimed the shard in doubt; 0 when it did not. */
  void looked(long epoch) {
    if (epoch != doubtedEpoch) {
      doubtedEpoch = epoch;
      heard.clear();
      heard.set(shard);
    }
    for (int told = 0; doubtedEpoch != 0 && told < SLICE; told++) {
      tell(next);
      next = (next + 1) % neighbours.shards();
    }
  }

  private void tell(int home) {
    if (!heard.get(home) && neighbours.serves(home)) {
      neighbours.tell(home, Word.Lost.before(shard, doubtedEpoch));
    }
  }

  void answered(Word.LossHeard word) {
    if (word.since() == Word.Lost.before(shard, doubtedEpoch).since()) {
      heard.set(word.from());
    }
  }
}
