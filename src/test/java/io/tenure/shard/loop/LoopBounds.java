package io.tenure.shard.loop;

/** What a loop takes at most, for tests of other packages. */
public final class LoopBounds {

  public static final int REQUESTS_MAX = Mailbox.REQUESTS_MAX;

  private LoopBounds() {}
}
