package io.tenure.door;

import io.tenure.shard.call.RenewalBatch;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.function.Consumer;

/** A pool of the renewal batches of one loop: as many as were ever under way at once. */
public final class RenewalBatchPool {

  /** Receives a batch with its results. */
  public interface Owner {
    void answered(Lent batch);
  }

  /** The number of free batches in the pool; further batches are dropped. */
  private static final int KEPT_MAX = 64;

  private static final int USUAL_FRAMES = 16;

  private final Deque<Lent> free = new ArrayDeque<>();

  /** One batch that a connection sends: the entries of one frame after the other. */
  public final class Lent {
    private final RenewalBatch renewals = new RenewalBatch(this::answered);
    private Owner owner;
    private int[] seqs = new int[USUAL_FRAMES];
    private int[] ends = new int[USUAL_FRAMES];
    private int frames;

    private Lent(Owner owner) {
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

    public RenewalBatch renewals() {
      return renewals;
    }

    /** Ends a frame, after its entries were added. */
    public void endFrame(int seq) {
      if (frames == seqs.length) {
        seqs = Arrays.copyOf(seqs, frames * 2);
        ends = Arrays.copyOf(ends, frames * 2);
      }
      seqs[frames] = seq;
      ends[frames] = renewals.size();
      frames++;
    }

    public int frames() {
      return frames;
    }

    public int seq(int frame) {
      return seqs[frame];
    }

    /** Returns the index of the first entry of the frame. */
    public int begin(int frame) {
      return frame == 0 ? 0 : ends[frame - 1];
    }

    /** Returns the index after the last entry of the frame. */
    public int end(int frame) {
      return ends[frame];
    }

    /**
     * Sends the batch on the way that {@link AdmittedOperation#renewals} gave to the connection.
     */
    public void send(Consumer<RenewalBatch> way) {
      way.accept(renewals);
    }
  }

  public Lent lend(Owner to) {
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
