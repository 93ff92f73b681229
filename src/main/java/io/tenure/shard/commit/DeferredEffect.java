package io.tenure.shard.commit;

/**
 * A reply, a notice or a message, which leaves a shard once the change that it depends on is
 * durable.
 */
public interface DeferredEffect {

  /** The change that the effect depends on is durable. */
  void leave();

  /** The shard will never know whether that change became durable. */
  void fail();
}
