package io.tenure.loadtest.speech;

import io.tenure.api.Outcome;
import io.tenure.wire.OutcomeHttpStatus;
import java.nio.ByteBuffer;

/** Checks that the tokens of each key grow. */
public final class Tokens implements Told {

  private static final byte[] TOKEN = Bytes.of("\"token\":");
  private static final int HELD = OutcomeHttpStatus.of(Outcome.HELD);

  private final long[] last;
  private int fallen;
  private int otherRefusals;

  public Tokens(int keys) {
    last = new long[keys];
  }

  /** Returns how many grants had a token that was not above that of the grant before. */
  public int fallen() {
    return fallen;
  }

  /** Returns how many refusals had another reason than that the key is held. */
  public int otherRefusals() {
    return otherRefusals;
  }

  @Override
  public void answered(int message, int status, ByteBuffer in, int from, int to, long nowNanos) {
    if (Say.what(message) == Say.ACQUIRE && status == OutcomeHttpStatus.CREATED) {
      long token = Bytes.number(in, Bytes.after(in, from, to, TOKEN), to);
      int key = Say.number(message);
      fallen += token > last[key] ? 0 : 1;
      last[key] = token;
    }
  }

  @Override
  public void refused(int lease, int status) {
    otherRefusals += status == HELD ? 0 : 1;
  }
}
