package io.tenure.view;

import io.tenure.core.Handle;
import io.tenure.core.Reply;
import io.tenure.core.Request;
import io.tenure.core.SessionView;
import io.tenure.shard.Answer;
import io.tenure.shard.Leases;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The sessions, some at a time, with the keys that each keeps. The work is bounded, however many
 * there are: a page may come with fewer and say where to go on. Used on the context that asks.
 */
final class SessionPage {

  private static final int SESSIONS = 50;

  /** Keys shown of one session on one shard. */
  private static final int KEYS = 20;

  private static final int QUESTIONS_MAX = 512;

  private final Leases leases;
  private final List<SessionView> found = new ArrayList<>();
  private final Promise<JsonObject> done = Promise.promise();
  private int shard;
  private long cursor;
  private int questions;

  private SessionPage(Leases leases, int shard, long cursor) {
    this.leases = leases;
    this.shard = shard;
    this.cursor = cursor;
  }

  /** From the slot {@code cursor} of {@code shard} on. */
  static Future<JsonObject> of(Leases leases, int shard, long cursor) {
    SessionPage page = new SessionPage(leases, shard, cursor);
    page.ask();
    return page.done.future();
  }

  private void ask() {
    if (shard >= leases.shards() || found.size() >= SESSIONS || questions++ >= QUESTIONS_MAX) {
      tellKeys();
      return;
    }
    leases
        .ask(shard, new Request.BrowseSessions(cursor, SESSIONS - found.size()))
        .answer()
        .onSuccess(
            answer -> {
              Reply.SessionPage page = Answered.as(Reply.SessionPage.class, answer);
              if (page != null) {
                found.addAll(page.sessions());
              }
              cursor = page == null ? 0 : page.next();
              shard += cursor == 0 ? 1 : 0;
              ask();
            });
  }

  private void tellKeys() {
    JsonArray rows = new JsonArray();
    List<Future<?>> asked = new ArrayList<>();
    for (SessionView session : found) {
      JsonArray keys = new JsonArray();
      rows.add(row(session).put("keys", keys));
      for (int each : shardsOf(session)) {
        asked.add(
            kept(each, session.session())
                .onSuccess(page -> page.keys().forEach(key -> keys.add(key.key().toString()))));
      }
    }
    Future.join(asked)
        .onComplete(
            all -> {
              JsonObject page = new JsonObject().put("sessions", rows);
              if (shard < leases.shards()) {
                page.put("next", shard + ":" + cursor);
              }
              done.complete(page);
            });
  }

  private Future<Reply.Page> kept(int at, Handle session) {
    return leases
        .ask(at, new Request.Kept(session, KEYS))
        .answer()
        .map((Answer answer) -> Answered.as(Reply.Page.class, answer));
  }

  private Set<Integer> shardsOf(SessionView session) {
    Set<Integer> shards = new LinkedHashSet<>();
    if (session.leases() > 0) {
      shards.add(leases.shardOf(session.session()));
    }
    shards.addAll(session.shards());
    return shards;
  }

  private static JsonObject row(SessionView session) {
    return new JsonObject()
        .put("holder", session.holder())
        .put("token", session.token())
        .put("since", Rows.since2020(session.sinceSeconds()))
        .put("ttl", session.ttlMillis())
        .put("left", session.remainingMillis());
  }
}
