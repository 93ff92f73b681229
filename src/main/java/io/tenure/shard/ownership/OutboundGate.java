package io.tenure.shard.ownership;

import java.util.function.Consumer;

/**
 * Lets effects leave a shard only while its server owns it (G10). A shard asks the gate before each
 * effect leaves. When the time of the ownership is over, the gate makes the shard step down. If the
 * gate only skipped the effect, the ownership might come back, and callers would not notice the
 * gap. Owned by the shard's loop.
 */
public final class OutboundGate {

  private final Ownership ownership;
  private final Consumer<Throwable> stepDown;

  public OutboundGate(Ownership ownership, Consumer<Throwable> stepDown) {
    this.ownership = ownership;
    this.stepDown = stepDown;
  }

  public boolean isOpen() {
    // mistake: late-reply
    if (ownership.holds()) {
      return true;
    }
    stepDown.accept(new IllegalStateException("the ownership ran out"));
    return false;
  }
}
