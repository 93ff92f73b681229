package io.tenure.view;

import io.tenure.api.HolderView;
import io.tenure.api.Mode;
import io.tenure.api.Reply;
import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * One key in a {@link KeySearch}: its last seen state, and whether that is over. Its text is made
 * once for each state, however often it is sent. Owned by the dashboard's loop.
 */
final class KeyRow {

  /** A row that ended is shown as ended for so many updates. */
  private static final int GONE_BEATS = 12;

  private static final int NOT_KNOWN = 0;

  private JsonObject told = new JsonObject();
  private @Nullable String spelled;
  private long token;

  /**
   * The number of holders of the key; {@link #NOT_KNOWN} as long as only one of several was found.
   */
  private int holders;

  private int goneBeats;

  private KeyRow() {}

  /** A row from a search, which looks at one lease and not at the others of its key. */
  static KeyRow found(Reply.Listed listed) {
    HolderView holder = listed.holder();
    boolean alone = holder.mode().kind() == Mode.Kind.EXCLUSIVE;
    KeyRow row = new KeyRow();
    row.tell(DashboardJson.lease(listed.key(), holder), holder.token(), alone ? 1 : NOT_KNOWN);
    return row;
  }

  static KeyRow of(Reply.KeyState state, HolderView holder) {
    KeyRow row = new KeyRow();
    row.stands(state, holder);
    return row;
  }

  /** {@code holder} represents all holders of the key. */
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
    tell(told.copy().put("gone", how), token, holders);
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
      spelled = told.encode();
    }
    return spelled;
  }

  private void tell(JsonObject now, long tokenNow, int holdersNow) {
    told = now;
    spelled = null;
    token = tokenNow;
    holders = holdersNow;
  }
}
