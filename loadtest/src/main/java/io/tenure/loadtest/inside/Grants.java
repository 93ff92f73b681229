package io.tenure.loadtest.inside;

import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import io.tenure.api.Request;
import io.tenure.shard.ShardRouter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** Acquires leases on one key after another, and releases them. */
final class Grants {

  /** Numbers of eight digits, so that keys have some 32 bytes. */
  private static final int KEY_FROM = 10_000_000;

  private Grants() {}

  /** Grants per second. The leases are released after the measurement. */
  static double perSecond(Site site, String name, int total, int inFlight, long ttlMillis) {
    List<Request.Acquire> wanted = new ArrayList<>(total);
    for (int number = 0; number < total; number++) {
      wanted.add(wanted(name, number, ttlMillis));
    }
    long begun = System.nanoTime();
    List<LeaseId> taken = take(site, total, inFlight, wanted::get);
    double perSecond = total * 1e9 / (System.nanoTime() - begun);
    giveBack(site, taken, inFlight);
    return perSecond;
  }

  /** Acquires leases. */
  static List<LeaseId> take(Site site, String name, int total, int inFlight, long ttlMillis) {
    return take(site, total, inFlight, number -> wanted(name, number, ttlMillis));
  }

  private static Request.Acquire wanted(String name, int number, long ttlMillis) {
    return Site.acquire(Key.of(name + "/" + (KEY_FROM + number) + "/padding-to-32-b"), ttlMillis);
  }

  private static List<LeaseId> take(
      Site site, int total, int inFlight, IntFunction<Request.Acquire> wanted) {
    ShardRouter router = site.server().router();
    return Flood.of(
        site,
        total,
        inFlight,
        number -> {
          Request.Acquire request = wanted.apply(number);
          return router.ask(router.shardOf(request.key()), request);
        },
        answer -> Site.granted(answer).lease());
  }

  private static void giveBack(Site site, List<LeaseId> taken, int inFlight) {
    ShardRouter router = site.server().router();
    Flood.of(
        site,
        taken.size(),
        inFlight,
        number -> {
          LeaseId lease = taken.get(number);
          return router.ask(router.shardOf(lease), new Request.Release(lease));
        },
        Site::released);
  }
}
