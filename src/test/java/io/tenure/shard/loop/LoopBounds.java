package io.tenure.shard.loop;

/** Makes the limits of a loop visible to tests of other packages. */
public final class LoopBounds {

  public static final int REQUESTS_MAX = Mailbox.REQUESTS_MAX;

  private LoopBounds() {}
}
