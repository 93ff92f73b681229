package io.tenure.door.ws;

import io.tenure.shard.ShardRouter;
import io.tenure.shard.call.RenewalBatch;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/** Renewal batches of one loop, used again and again: as many as were ever under way at once. */
final class RenewalBatchPool {

  /** Kept for later: what is more goes again. */
  private static final int KEPT_MAX = 64;

  private static final int USUAL_FRAMES = 16;

  private final ShardRouter router;
  private final Deque<Lent> free = new ArrayDeque<>();

  /** One batch on its way for a stream: the entries of one frame after the other. */
  final class Lent {
    final RenewalBatch renewals = new RenewalBatch(this::answered);
    private StreamRenewals owner;
    private int[] seqs = new int[USUAL_FRAMES];
    private int[] ends = new int[USUAL_FRAMES];
    private int frames;

    private Lent(StreamRenewals owner) {
      this.owner = owner;
    }

    private void answered() {
      try {
        owner.answered(this);
      } finally {
        if (free.size() < KEPT_MAX) {
          free.push(this);
        }
      }
    }

    /** The entries of a frame have been added. */
    void endFrame(int seq) {
      if (frames == seqs.length) {
        seqs = Arrays.copyOf(seqs, frames * 2);
        ends = Arrays.copyOf(ends, frames * 2);
      }
      seqs[frames] = seq;
      ends[frames] = renewals.size();
      frames++;
    }

    int frames() {
      return frames;
    }

    int seq(int frame) {
      return seqs[frame];
    }

    /** Its first entry. */
    int begin(int frame) {
      return frame == 0 ? 0 : ends[frame - 1];
    }

    /** The entry behind its last. */
    int end(int frame) {
      return ends[frame];
    }

    void send() {
      router.renew(renewals);
    }
  }

  RenewalBatchPool(ShardRouter router) {
    this.router = router;
  }

  Lent lend(StreamRenewals to) {
    Lent lent = free.poll();
    if (lent == null) {
      return new Lent(to);
    }
    lent.owner = to;
    lent.frames = 0;
    lent.renewals.clear();
    return lent;
  }
}
