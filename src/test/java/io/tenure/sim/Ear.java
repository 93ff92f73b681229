package io.tenure.sim;

import io.tenure.api.PerShardRequest;
import io.tenure.shard.LoopByHand;

/** The watch of the auditor on one shard of one server. */
final class Ear {

  private final LoopByHand loop;
  private final int shard;
  private boolean entering;
  private boolean cut;
  private long ticket;

  Ear(LoopByHand loop, int shard) {
    this.loop = loop;
    this.shard = shard;
  }

  void listen(long from) {
    cut = false;
    entering = true;
    loop.watchAtOnce(shard, new PerShardRequest.Watch(null, "", from), () -> cut = true);
    entering = false;
  }

  /** Whether the present request is the watch of the auditor. */
  boolean enters(long presentTicket) {
    ticket = entering ? presentTicket : ticket;
    return entering;
  }

  boolean hears(long watcher) {
    return watcher == ticket;
  }

  /** Whether the watch gets no more notices, because too much waits for the store. */
  boolean cut() {
    return cut;
  }

  void close() {
    cut = false;
  }
}
