package io.tenure.fault;

import io.vertx.core.Future;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A holder that keeps leases on several shards by one session, and writes while it believes in
 * them. Its belief in all of them ends with the session; then it opens another one. Owned by the
 * loop of the load.
 */
final class SessionHolder {

  /** Each session is told under a key of its own. */
  static final String SESSIONS = "session/";

  private static final int KEYS = 12;
  private static final long ROUND_MILLIS = 200;

  private final Scene scene;
  private final Voice voice;
  private final long ttlMillis;
  private final Map<String, Voice.Lease> leases = new HashMap<>();
  private final Set<String> asking = new HashSet<>();
  private int sessions;
  private @Nullable Belief belief;
  private long promisedNanos;

  SessionHolder(Scene scene, Voice voice, long ttlMillis) {
    this.scene = scene;
    this.voice = voice;
    this.ttlMillis = ttlMillis;
  }

  /** A key that this holder wants, too. */
  static String someKey(Scene scene) {
    return key(scene.between(1, KEYS));
  }

  private static String key(long number) {
    return "kept/" + number;
  }

  void begin() {
    sessions++;
    open(SESSIONS + voice.holder() + "/" + sessions, scene.requestId(voice.holder()));
  }

  /** Also at the end of a run: a session that was acknowledged must be known. */
  Future<Heard> keepAlive() {
    Belief kept = belief;
    if (kept == null) {
      return Future.succeededFuture(Heard.nobody(scene.now()));
    }
    return voice
        .keepAlive(kept.lease(), () -> kept == belief ? List.copyOf(leases.values()) : List.of())
        .onSuccess(heard -> hear(kept, heard));
  }

  private void open(String session, String requestId) {
    voice
        .open(session, ttlMillis, requestId)
        .onSuccess(
            heard -> {
              if (heard.told() instanceof Told.Granted granted) {
                Voice.Lease id =
                    new Voice.Lease(
                        session, granted.token(), AskedLine.handle(granted.lease()), requestId);
                belief = new Belief(id, heard, granted.validForMillis());
                promisedNanos = heard.sentNanos() + granted.validForMillis() * 1_000_000;
                live(belief);
              } else if (heard.told().nothingApplied() || heard.told().uncertain()) {
                scene.after(scene.between(10, 100), () -> open(session, requestId));
              } else {
                scene.after(scene.between(10, 100), this::begin);
              }
            });
  }

  /** Asks for one more key in each round, so that some are granted just before a fault. */
  private void live(Belief session) {
    if (session != belief) {
      return;
    }
    String wanted = someKey(scene);
    if (!leases.containsKey(wanted) && asking.add(wanted)) {
      ask(session, wanted, scene.requestId(voice.holder()));
    }
    keepAlive().onComplete(done -> scene.after(ROUND_MILLIS, () -> live(session)));
  }

  private void ask(Belief session, String key, String requestId) {
    if (session != belief) {
      return;
    }
    voice
        .acquireUnder(session.lease(), key, requestId, () -> session == belief ? promisedNanos : 0)
        .onSuccess(
            heard -> {
              if (session != belief) {
                return;
              }
              if (heard.told().nothingApplied() || heard.told().uncertain()) {
                scene.after(scene.between(10, 100), () -> ask(session, key, requestId));
                return;
              }
              asking.remove(key);
              if (heard.told() instanceof Told.Granted granted) {
                leases.put(
                    key,
                    new Voice.Lease(
                        key, granted.token(), AskedLine.handle(granted.lease()), requestId));
              }
            });
  }

  private void hear(Belief session, Heard heard) {
    if (session != belief) {
      return;
    }
    if (heard.told() instanceof Told.Renewed renewed) {
      session.extend(heard, renewed.validForMillis());
      long untilNanos = heard.sentNanos() + renewed.validForMillis() * 1_000_000;
      promisedNanos = Math.max(promisedNanos, untilNanos);
      write(session);
    } else if (heard.told() instanceof Told.Over || heard.told() instanceof Told.Missing) {
      belief = null;
      leases.clear();
      asking.clear();
      scene.after(scene.between(10, 100), this::begin);
    }
  }

  private void write(Belief session) {
    long nowNanos = scene.now();
    if (session.holds(nowNanos)) {
      leases
          .values()
          .forEach(
              lease ->
                  voice.wrote(lease, nowNanos, scene.resource.write(lease.key(), lease.token())));
    }
  }
}
