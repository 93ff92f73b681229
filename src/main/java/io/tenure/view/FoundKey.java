package io.tenure.view;

import io.tenure.api.HolderView;
import io.tenure.api.Mode;
import io.tenure.api.PerShardReply;
import io.tenure.api.Reply;
import io.tenure.wire.JsonObjectWriter;
import org.jspecify.annotations.Nullable;

/**
 * One key in a {@link KeySearch}: its last known state, and whether that state is over. The text of
 * a row is written once for each state, however often the row is sent. Owned by the dashboard's
 * loop.
 */
final class FoundKey {

  /** The number of updates for which an ended row is shown as ended. */
  private static final int GONE_BEATS = 12;

  private static final int NOT_KNOWN = 0;

  private JsonObjectWriter.Body told = json -> {};

  /** The kind of its end; null while the key is held. */
  private @Nullable String gone;

  private @Nullable String spelled;
  private long token;

  /**
   * The number of holders of the key; {@link #NOT_KNOWN} as long as only one of several was found.
   */
  private int holders;

  private int goneBeats;

  private FoundKey() {}

  /** A row from a search, which looks at one lease and not at the others of its key. */
  static FoundKey found(PerShardReply.Listed listed) {
    HolderView holder = listed.holder();
    boolean alone = holder.mode().kind() == Mode.Kind.EXCLUSIVE;
    FoundKey row = new FoundKey();
    row.tell(DashboardJson.lease(listed.key(), holder), holder.token(), alone ? 1 : NOT_KNOWN);
    return row;
  }

  static FoundKey of(Reply.KeyState state, HolderView holder) {
    FoundKey row = new FoundKey();
    row.stands(state, holder);
    return row;
  }

  /** Takes the state of the key; {@code holder} represents all its holders. */
  void stands(Reply.KeyState state, HolderView holder) {
    goneBeats = 0;
    tell(DashboardJson.key(state, holder), holder.token(), state.holders().size());
  }

  /** Whether no holder is left after the end of the lease with {@code ended}. */
  boolean endsWith(long ended) {
    return holders == 1 && token == ended;
  }

  void end(String how) {
    goneBeats = 1;
    gone = how;
    spelled = null;
  }

  boolean gone() {
    return goneBeats > 0;
  }

  /** Called at each update: whether the row has been shown as ended for long enough. */
  boolean leaves() {
    return gone() && ++goneBeats > GONE_BEATS;
  }

  String spelled() {
    if (spelled == null) {
      spelled =
          JsonObjectWriter.text(
              json -> {
                told.write(json);
                if (gone != null) {
                  json.writeStringField("gone", gone);
                }
              });
    }
    return spelled;
  }

  private void tell(JsonObjectWriter.Body now, long tokenNow, int holdersNow) {
    told = now;
    gone = null;
    spelled = null;
    token = tokenNow;
    holders = holdersNow;
  }
}
