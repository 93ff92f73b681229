package io.tenure.view;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tenure.api.Key;
import io.tenure.api.PerShardReply;
import io.tenure.api.PerShardRequest.Query;
import io.tenure.api.SessionView;
import io.tenure.door.AdmittedOperation;
import io.tenure.wire.JsonObjectWriter;
import io.tenure.wire.ViewWriter;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lists the sessions page by page, each with its keys. The work of a page is bounded, however many
 * sessions there are. So a page may have fewer sessions, and a cursor to go on. Used on the context
 * of the caller.
 */
final class SessionList {

  private static final int SESSIONS = 50;

  /** The number of keys shown of one session; further keys are not asked for. */
  static final int KEYS = 20;

  private static final int QUESTIONS_MAX = 512;

  /** The number of shards that are asked for the keys of one session. */
  private static final int SHARDS_MAX = 64;

  /** The number of questions for the keys of sessions that are under way at once. */
  private static final int IN_FLIGHT_MAX = 8;

  /** One session, with its known keys. */
  private final class ListedSession {
    private final SessionView session;
    private final Deque<Integer> ahead = new ArrayDeque<>();
    private final List<Key> keys = new ArrayList<>();
    private int asked;
    private boolean more;

    ListedSession(SessionView session) {
      this.session = session;
      if (session.leases() > 0) {
        ahead.add(admitted.shardOf(session.session()));
      }
      session.shards().stream().filter(other -> !ahead.contains(other)).forEach(ahead::add);
    }

    Future<Void> gather() {
      if (ahead.isEmpty() || keys.size() >= KEYS || asked++ == SHARDS_MAX) {
        more |= !ahead.isEmpty();
        return Future.succeededFuture();
      }
      return admitted
          .ask(ahead.remove(), new Query.LeasesOfSession(session.session(), KEYS - keys.size() + 1))
          .answer()
          .compose(
              answer -> {
                take(ExpectedReply.as(PerShardReply.Page.class, answer));
                return gather();
              });
    }

    private void take(PerShardReply.@Nullable Page page) {
      if (page == null) {
        more = true;
        return;
      }
      for (PerShardReply.Listed kept : page.keys()) {
        if (keys.size() < KEYS) {
          keys.add(kept.key());
        } else {
          more = true;
        }
      }
    }

    void write(JsonGenerator json) throws IOException {
      json.writeStartObject();
      json.writeNumberField("shard", admitted.shardOf(session.session()));
      json.writeStringField("holder", session.holder());
      json.writeNumberField("token", session.token());
      ViewWriter.write(json, session.lifespan());
      json.writeNumberField("ttlMs", session.ttlMillis());
      json.writeArrayFieldStart("keys");
      for (Key key : keys) {
        json.writeString(key.toString());
      }
      json.writeEndArray();
      json.writeBooleanField("more", more);
      json.writeEndObject();
    }
  }

  private final AdmittedOperation admitted;
  private final List<SessionView> found = new ArrayList<>();
  private final Promise<JsonObjectWriter.Body> done = Promise.promise();
  private int shard;
  private long cursor;
  private int questions;

  private SessionList(AdmittedOperation admitted, int shard, long cursor) {
    this.admitted = admitted;
    this.shard = shard;
    this.cursor = cursor;
  }

  /** Returns the page from the row {@code cursor} of {@code shard} on. */
  static Future<JsonObjectWriter.Body> of(AdmittedOperation admitted, int shard, long cursor) {
    SessionList page = new SessionList(admitted, shard, cursor);
    page.ask();
    return page.done.future();
  }

  private void ask() {
    if (shard >= admitted.shards() || found.size() >= SESSIONS || questions++ >= QUESTIONS_MAX) {
      tellKeys();
      return;
    }
    admitted
        .ask(shard, new Query.BrowseSessions(cursor, SESSIONS - found.size()))
        .answer()
        .onSuccess(
            answer -> {
              PerShardReply.SessionPage page =
                  ExpectedReply.as(PerShardReply.SessionPage.class, answer);
              if (page != null) {
                found.addAll(page.sessions());
              }
              cursor = page == null ? 0 : page.next();
              shard += cursor == 0 ? 1 : 0;
              ask();
            });
  }

  /** Asks for the keys of a few sessions at a time: each session may have leases on every shard. */
  private void tellKeys() {
    List<ListedSession> listed = found.stream().map(ListedSession::new).toList();
    Deque<ListedSession> wanted = new ArrayDeque<>(listed);
    List<Future<?>> lanes = new ArrayList<>();
    for (int worker = 0; worker < IN_FLIGHT_MAX; worker++) {
      lanes.add(gather(wanted));
    }
    Future.join(lanes).onComplete(all -> done.complete(told(listed)));
  }

  private static Future<Void> gather(Deque<ListedSession> wanted) {
    ListedSession next = wanted.poll();
    return next == null
        ? Future.succeededFuture()
        : next.gather().compose(nothing -> gather(wanted));
  }

  private JsonObjectWriter.Body told(List<ListedSession> listed) {
    return json -> {
      json.writeArrayFieldStart("sessions");
      for (ListedSession each : listed) {
        each.write(json);
      }
      json.writeEndArray();
      if (shard < admitted.shards()) {
        json.writeStringField("cursor", shard + ":" + cursor);
      }
      DashboardJson.clock(json);
    };
  }
}
