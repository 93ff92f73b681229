package io.tenure.shard.commit;

/** A reply, a notice or a message that leaves a shard once the change behind it is durable. */
public interface DeferredEffect {

  /** The change behind it is durable. */
  void leave();

  /** It is never known whether the change behind it was kept. */
  void fail();
}
