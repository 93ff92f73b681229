package io.tenure.fault;

import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A holder that acquires more and more keys, renews them together and never releases one. If a
 * lease is lost, the server has lost it. Owned by the loop of the load.
 */
final class Resident {

  /**
   * The parameters of a resident. With a ttl longer than any fault, every missing lease was lost.
   * With a ttl that it hardly uses up, every missing lease ended too early.
   */
  record Habits(int keys, long ttlMillis, long roundMillis) {}

  /** The keys are not acquired all at once, so that some are granted just before a fault. */
  private static final int ASKED_PER_ROUND = 1;

  private final Scene scene;
  private final Voice voice;
  private final Habits habits;
  private final Map<String, Voice.Lease> leases = new HashMap<>();
  private final Set<String> asking = new HashSet<>();

  Resident(Scene scene, Voice voice, Habits habits) {
    this.scene = scene;
    this.voice = voice;
    this.habits = habits;
  }

  void begin() {
    for (int key = 0; key < habits.keys && asking.size() < ASKED_PER_ROUND; key++) {
      String name = "home/" + voice.holder() + "/" + key;
      if (!leases.containsKey(name) && asking.add(name)) {
        ask(name, scene.requestId(voice.holder()));
      }
    }
    renewAll().onComplete(done -> scene.after(habits.roundMillis, this::begin));
  }

  /** Renews all leases, also at the end of a run: all that was acknowledged must be known. */
  Future<Heard> renewAll() {
    if (leases.isEmpty()) {
      return Future.succeededFuture(Heard.nobody(scene.now()));
    }
    List<Voice.Lease> all = new ArrayList<>(leases.values());
    return voice.renew(all).onSuccess(heard -> forget(all, heard));
  }

  private void ask(String key, String requestId) {
    voice
        .acquire(key, habits.ttlMillis, 0, requestId)
        .onSuccess(
            heard -> {
              if (heard.told() instanceof Told.Granted granted) {
                asking.remove(key);
                leases.put(
                    key,
                    new Voice.Lease(
                        key, granted.token(), AskedLine.handle(granted.lease()), requestId));
              } else if (heard.told() instanceof Told.Held
                  || heard.told() instanceof Told.Consumed) {
                asking.remove(key);
              } else {
                scene.after(scene.between(10, 100), () -> ask(key, requestId));
              }
            });
  }

  private void forget(List<Voice.Lease> all, Heard heard) {
    if (heard.told() instanceof Told.Many many) {
      for (int i = 0; i < all.size(); i++) {
        Told told = many.each().get(i);
        if (told instanceof Told.Over || told instanceof Told.Missing) {
          leases.remove(all.get(i).key());
        }
      }
    }
  }
}
