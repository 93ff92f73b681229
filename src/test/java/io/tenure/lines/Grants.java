package io.tenure.lines;

import io.tenure.core.Handle;
import io.tenure.core.Key;
import io.tenure.shard.Leases;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Takes leases on one key after another, always as many at once. All are granted, or it fails. */
final class Grants {

  /** Numbers of eight digits, so that keys have some 32 bytes. */
  private static final int KEY_FROM = 10_000_000;

  private final Leases leases;
  private final int total;
  private final long ttlMillis;
  private final List<Handle> taken = new ArrayList<>();
  private final CompletableFuture<Void> done = new CompletableFuture<>();
  private int asked;
  private int granted;

  private Grants(Leases leases, int total, long ttlMillis) {
    this.leases = leases;
    this.total = total;
    this.ttlMillis = ttlMillis;
  }

  /** Grants per second. */
  static double perSecond(Site site, String name, int total, int inFlight, long ttlMillis) {
    long begun = System.nanoTime();
    take(site, name, total, inFlight, ttlMillis);
    return total * 1e9 / (System.nanoTime() - begun);
  }

  /** The leases taken. */
  static List<Handle> take(Site site, String name, int total, int inFlight, long ttlMillis) {
    Grants grants = new Grants(site.server().leases(), total, ttlMillis);
    site.vertx()
        .getOrCreateContext()
        .runOnContext(
            go -> {
              for (int each = 0; each < Math.min(inFlight, total); each++) {
                grants.next(name);
              }
            });
    try {
      grants.done.get(10, TimeUnit.MINUTES);
    } catch (Exception failed) {
      throw new IllegalStateException(failed);
    }
    return grants.taken;
  }

  private void next(String name) {
    if (asked == total) {
      return;
    }
    Key key = Key.of(name + "/" + (KEY_FROM + asked++) + "/padding-to-32-b");
    leases
        .ask(leases.shardOf(key), Site.acquire(key, ttlMillis))
        .answer()
        .onSuccess(
            answer -> {
              try {
                taken.add(Site.granted(answer).lease());
              } catch (IllegalStateException refused) {
                done.completeExceptionally(refused);
              }
              if (++granted == total) {
                done.complete(null);
              } else {
                next(name);
              }
            });
  }
}
