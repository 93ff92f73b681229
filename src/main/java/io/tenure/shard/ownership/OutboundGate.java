package io.tenure.shard.ownership;

import java.util.function.Consumer;

/**
 * Lets effects leave a shard only while its server owns it (G10). It is asked before each effect
 * leaves. A held back effect is never just skipped, because the ownership may come back and the gap
 * would be silent: the gate ends this ownership. Owned by the shard's loop.
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
