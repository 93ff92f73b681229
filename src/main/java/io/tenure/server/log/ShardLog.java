package io.tenure.server.log;

import io.tenure.shard.ShardListener;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.slf4j.Logger;

/** Logs the events of shards: a line for the first shard concerned, and for the last. */
public final class ShardLog implements ShardListener {

  private static final Pattern NUMBER = Pattern.compile("\\d+");

  /** The reasons that are logged for one trouble, until all shards are served or one is lost. */
  private static final int REASONS_MAX = 16;

  private final int shards;
  private final Logger log;
  private final AtomicInteger serving = new AtomicInteger();

  /** The logged failures of claims, without numbers: each is logged once. */
  private final Set<String> said = ConcurrentHashMap.newKeySet();

  private final Set<Integer> quarantined = ConcurrentHashMap.newKeySet();
  private final Set<Integer> holdingBack = ConcurrentHashMap.newKeySet();
  private final Set<Integer> writing = ConcurrentHashMap.newKeySet();

  /** True when all are served, false when at least one has to wait. */
  private final Promise<Boolean> settled = Promise.promise();

  public ShardLog(int shards, Logger log) {
    this.shards = shards;
    this.log = log;
  }

  public Future<Boolean> settled() {
    return settled.future();
  }

  @Override
  public void serves(int shard, long epoch, long quarantineMillis) {
    if (quarantineMillis > 0 && first(quarantined, shard)) {
      String says =
          "the store may have lost leases: nothing is granted for %d ms, renewals go on;"
              + " `tenure shards` shows each shard, and why";
      log.atWarn()
          .addKeyValue("quarantineMs", quarantineMillis)
          .log(says.formatted(quarantineMillis));
    }
    if (serving.incrementAndGet() == shards) {
      said.clear();
      settled.tryComplete(true);
      log.atInfo().addKeyValue("serving", shards).log("all " + shards + " shards are served here");
    }
  }

  @Override
  public void waits(int shard, Throwable why) {
    settled.tryComplete(false);
    sayOnce(shard, "this server cannot own shard %d yet: %s", why);
  }

  @Override
  public void staysInItsEpoch(int shard, Throwable why) {
    sayOnce(shard, "shard %d cannot claim its next epoch: %s", why);
  }

  /** Claims are tried again every second, and usually all shards fail for one reason. */
  private void sayOnce(int shard, String says, Throwable why) {
    boolean news =
        said.size() < REASONS_MAX && said.add(says + NUMBER.matcher(cause(why)).replaceAll("#"));
    if (news) {
      log.atWarn().addKeyValue("shard", shard).log(says.formatted(shard, cause(why)));
    }
  }

  @Override
  public void stepsDown(int shard, Throwable cause) {
    said.clear();
    forget(shard);
    int left = serving.decrementAndGet();
    if (left == shards - 1 || left == 0) {
      String says =
          "shard %d is not served any more: %s; it will be claimed again; %d of %d are left";
      log.atWarn()
          .addKeyValue("shard", shard)
          .addKeyValue("serving", left)
          .log(says.formatted(shard, cause(cause), left, shards));
    }
  }

  @Override
  public void leaves(int shard) {
    forget(shard);
    if (serving.decrementAndGet() == 0) {
      log.atInfo().addKeyValue("serving", 0).log("all shards are handed back");
    }
  }

  @Override
  public void writesAnew(int shard) {
    if (first(writing, shard)) {
      log.warn("the store has lost durable data: this server writes it again from memory");
    }
  }

  @Override
  public void wroteAnew(int shard) {
    if (last(writing, shard)) {
      log.info("the store has all data again");
    }
  }

  @Override
  public void holdsBack(int shard, boolean does) {
    if (does && first(holdingBack, shard)) {
      log.warn("the store does not answer: grants wait, renewals go on");
    } else if (!does && last(holdingBack, shard)) {
      log.info("the store answers again");
    }
  }

  /** An ownership that ends has no further lines. */
  private void forget(int shard) {
    quarantined.remove(shard);
    holdingBack.remove(shard);
    writing.remove(shard);
  }

  private static boolean first(Set<Integer> concerned, int shard) {
    return concerned.add(shard) && concerned.size() == 1;
  }

  private static boolean last(Set<Integer> concerned, int shard) {
    return concerned.remove(shard) && concerned.isEmpty();
  }

  private static String cause(Throwable why) {
    return String.valueOf(why.getMessage());
  }
}
