package io.tenure.fault;

import java.util.function.Supplier;

/**
 * A holder that comes and goes. It acquires a key, renews it for a while, writes to the protected
 * resource while it believes, releases or just stops, and comes again. Owned by the loop of the
 * load.
 */
final class Visitor {

  /** The parameters of a visitor: its keys, and the times for which it asks, waits and stays. */
  record Habits(
      Supplier<String> keys, long ttlMillisMost, long waitMillisMost, long stayMillisMost) {}

  private static final long TTL_MILLIS_LEAST = 300;
  private static final int RELEASES_PERCENT = 80;
  private static final int REPEATS_PERCENT = 10;
  private static final int FENCES_PERCENT = 15;
  private static final int GHOST_TIMES = 3;
  private static final int GHOSTS_PERCENT = 30;

  private final Scene scene;
  private final Voice voice;
  private final Habits habits;

  Visitor(Scene scene, Voice voice, Habits habits) {
    this.scene = scene;
    this.voice = voice;
    this.habits = habits;
  }

  void begin() {
    String key = habits.keys.get();
    long ttlMillis = scene.between(TTL_MILLIS_LEAST, habits.ttlMillisMost);
    long waitMillis = scene.percent(50) ? 0 : scene.between(0, habits.waitMillisMost);
    ask(key, ttlMillis, waitMillis, scene.requestId(voice.holder()));
  }

  /** Repeats the same requestId until the answer is certain. */
  private void ask(String key, long ttlMillis, long waitMillis, String requestId) {
    voice
        .acquire(key, ttlMillis, waitMillis, requestId)
        .onSuccess(
            heard -> {
              if (heard.told() instanceof Told.Granted granted) {
                hold(key, requestId, heard, granted);
              } else if (heard.told().nothingApplied() || heard.told().uncertain()) {
                scene.after(
                    scene.between(10, 100), () -> ask(key, ttlMillis, waitMillis, requestId));
              } else {
                again(10, 150);
              }
            });
  }

  private void hold(String key, String requestId, Heard heard, Told.Granted granted) {
    Voice.Lease lease =
        new Voice.Lease(key, granted.token(), AskedLine.handle(granted.lease()), requestId);
    Belief belief = new Belief(lease, heard, granted.validForMillis());
    write(belief);
    if (scene.percent(FENCES_PERCENT)) {
      fence(lease);
    }
    keep(belief, scene.now() + scene.between(1, habits.stayMillisMost) * 1_000_000);
  }

  private void keep(Belief belief, long leaveNanos) {
    long stayMillis = (leaveNanos - scene.now()) / 1_000_000;
    long renewMillis = belief.millisToRenewal(scene.now());
    if (stayMillis <= renewMillis) {
      scene.after(stayMillis, () -> leave(belief));
    } else {
      scene.after(renewMillis, () -> renew(belief, leaveNanos));
    }
  }

  private void renew(Belief belief, long leaveNanos) {
    voice
        .renew(belief.lease())
        .onSuccess(
            heard -> {
              if (heard.told() instanceof Told.Renewed renewed) {
                belief.extend(heard, renewed.validForMillis());
                write(belief);
                keep(belief, leaveNanos);
              } else if (heard.told() instanceof Told.Over
                  || heard.told() instanceof Told.Missing) {
                haunt(belief.lease());
                again(1, 50);
              } else {
                scene.after(scene.between(10, 60), () -> keep(belief, leaveNanos));
              }
            });
  }

  private void write(Belief belief) {
    long nowNanos = scene.now();
    if (belief.holds(nowNanos)) {
      Voice.Lease lease = belief.lease();
      voice.wrote(lease, nowNanos, scene.resource.write(lease.key(), lease.token()));
    }
  }

  /** Comes back to the fence later, after a holder with a larger token may have been there. */
  private void fence(Voice.Lease lease) {
    String fence = "fence/" + lease.key();
    voice
        .raise(fence, lease.token())
        .onSuccess(
            raised -> {
              voice.readMark(fence);
              scene.after(scene.between(1, 400), () -> voice.raise(fence, lease.token()));
            });
  }

  private void leave(Belief belief) {
    write(belief);
    if (scene.percent(RELEASES_PERCENT)) {
      release(belief.lease());
    } else {
      scene.after(belief.millisToEnd(scene.now()), () -> ghost(belief.lease(), GHOST_TIMES));
      again(1, 50);
    }
  }

  private void release(Voice.Lease lease) {
    voice
        .release(lease)
        .onSuccess(
            heard -> {
              if (heard.told().nothingApplied() || heard.told().uncertain()) {
                scene.after(scene.between(10, 60), () -> release(lease));
                return;
              }
              haunt(lease);
              again(1, 30);
            });
  }

  /** Asks again for leases that are over, which a correct client would not do. */
  private void haunt(Voice.Lease lease) {
    if (scene.percent(GHOSTS_PERCENT)) {
      ghost(lease, GHOST_TIMES);
    }
    if (scene.percent(REPEATS_PERCENT)) {
      scene.after(
          scene.between(1, 400),
          () -> voice.acquire(lease.key(), TTL_MILLIS_LEAST, 0, lease.requestId()));
    }
  }

  private void ghost(Voice.Lease lease, int times) {
    if (times > 0) {
      scene.after(
          scene.between(1, 100),
          () -> voice.renew(lease).onSuccess(heard -> ghost(lease, times - 1)));
    }
  }

  private void again(long leastMillis, long mostMillis) {
    scene.after(scene.between(leastMillis, mostMillis), this::begin);
  }
}
