package io.tenure.core.model;

import io.tenure.api.Reply;
import io.tenure.api.WatchUpdate;
import io.tenure.core.Change;
import io.tenure.core.Out;
import io.tenure.core.ShardMessage;
import java.util.ArrayList;
import java.util.List;

/** Records the output of the table, in order. */
final class Recorder implements Out {
  private List<Heard> heard = new ArrayList<>();
  private long places;
  private long seconds = 200_000_000;

  List<Heard> take() {
    List<Heard> taken = heard;
    if (taken.isEmpty()) {
      return List.of();
    }
    heard = new ArrayList<>();
    return taken;
  }

  long places() {
    return places;
  }

  @Override
  public long change(Change change) {
    heard.add(new Heard.Changed(++places, change));
    return places;
  }

  @Override
  public void reply(long ticket, long behind, Reply reply) {
    heard.add(new Heard.Replied(ticket, behind, reply));
  }

  @Override
  public void push(long watcher, long behind, WatchUpdate notice) {
    heard.add(new Heard.Pushed(watcher, behind, notice));
  }

  @Override
  public void tell(int shard, long behind, ShardMessage message) {
    heard.add(new Heard.Told(shard, behind, message));
  }

  @Override
  public void epochWanted() {
    heard.add(new Heard.EpochWanted());
  }

  /** The value varies, because nothing may depend on it. */
  @Override
  public long wallSeconds() {
    seconds += seconds % 7 - 3;
    return seconds;
  }
}
