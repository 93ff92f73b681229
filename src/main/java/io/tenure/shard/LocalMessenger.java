package io.tenure.shard;

import io.tenure.core.ShardMessage;
import io.tenure.shard.loop.Mail;
import java.util.List;

/**
 * Carries messages between the shards of this server. A message is lost when this server does not
 * serve the receiving shard, or when a mailbox is full. The sender sends a lost message again. Used
 * by many loops.
 */
final class LocalMessenger implements ShardMessenger {

  private record Letter(Shard to, ShardMessage message) implements Mail {
    @Override
    public boolean renewal() {
      return false;
    }

    @Override
    public void open() {
      to.hear(message);
    }
  }

  private final List<Shard> shards;

  /**
   * Requires all {@code shards} in the order of their indexes, before the first turn of any loop.
   */
  LocalMessenger(List<Shard> shards) {
    this.shards = shards;
  }

  @Override
  public void tell(int shard, ShardMessage message) {
    Shard to = shards.get(shard % shards.size());
    if (to.hears(message)) {
      to.loop().post(new Letter(to, message));
    }
  }

  @Override
  public boolean serves(int shard) {
    return shards.get(shard).serves();
  }

  @Override
  public int shards() {
    return shards.size();
  }
}
