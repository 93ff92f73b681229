package io.tenure.loadtest.inside;

import io.tenure.api.LeaseId;
import io.tenure.shard.call.RenewalBatch;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.List;

/** Renews many leases at once, a thousand to a batch, as one client would. */
final class Renewals {

  private static final int BATCH = 1_000;

  /** The number of requested renewals, and of those answered with time. */
  record Outcome(long asked, long renewed) {
    Outcome and(Outcome other) {
      return new Outcome(asked + other.asked, renewed + other.renewed);
    }
  }

  private Renewals() {}

  static Outcome all(Site site, List<LeaseId> leases) {
    Outcome outcome = new Outcome(0, 0);
    for (int from = 0; from < leases.size(); from += BATCH) {
      List<LeaseId> some = leases.subList(from, Math.min(leases.size(), from + BATCH));
      outcome = outcome.and(Site.get(some(site, some)));
    }
    return outcome;
  }

  private static Future<Outcome> some(Site site, List<LeaseId> leases) {
    Promise<Outcome> answered = Promise.promise();
    site.vertx()
        .getOrCreateContext()
        .runOnContext(
            go -> {
              RenewalBatch[] batch = new RenewalBatch[1];
              batch[0] =
                  new RenewalBatch(
                      () -> {
                        long renewed = 0;
                        for (int at = 0; at < batch[0].size(); at++) {
                          renewed += batch[0].result(at) > 0 ? 1 : 0;
                        }
                        answered.complete(new Outcome(batch[0].size(), renewed));
                      });
              leases.forEach(batch[0]::add);
              site.server().router().renew(batch[0]);
            });
    return answered.future();
  }
}
