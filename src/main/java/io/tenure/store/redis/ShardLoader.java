package io.tenure.store.redis;

import io.tenure.core.Change;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.BitSet;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Loads one shard, a segment at a time, then the lock-delays and the fences. The loader checks the
 * epoch before and after, because a server that changes anything raises the epoch first. A cursor
 * means nothing to another Redis, and a connection may be led to another Redis in between: then the
 * lock-delays and the fences are read once more. Only the context of the caller uses a loader.
 */
final class ShardLoader {

  /**
   * The pages that are requested ahead. Redis prepares the next page while this one is read; more
   * pages would only take memory.
   */
  private static final int PAGES_AHEAD = 2;

  private static final int SCAN_COUNT = 4_096;

  private final ShardKeys keys;
  private final int shard;
  private final String ownershipId;
  private final Function<Request, Future<Response>> tell;
  private final Function<ScriptRun, Future<Response>> run;
  private final Consumer<Change> replay;
  private final Promise<BitSet> loaded = Promise.promise();
  private final BitSet extras = new BitSet();
  private String identity = "";
  private int segments;
  private int asked;
  private int read;

  /** {@code tell} and {@code run} answer on the context of the caller. */
  ShardLoader(
      int shard,
      String ownershipId,
      Function<Request, Future<Response>> tell,
      Function<ScriptRun, Future<Response>> run,
      Consumer<Change> replay) {
    this.keys = ShardKeys.of(shard);
    this.shard = shard;
    this.ownershipId = ownershipId;
    this.tell = tell;
    this.run = run;
    this.replay = replay;
  }

  /** Loads the shard; returns the rows that have more than one record. */
  Future<BitSet> load() {
    check(
        answer -> {
          segments = answer.get(1).toInteger();
          identity = answer.get(2).toString();
          segments();
        });
    return loaded.future();
  }

  private void segments() {
    if (read == segments) {
      scans();
      return;
    }
    while (asked < segments && asked - read < PAGES_AHEAD) {
      ask(
          tell.apply(Request.cmd(Command.HVALS).arg(keys.segment(asked++))),
          page -> {
            SegmentReplay.replay(page, extras, replay);
            read++;
            segments();
          });
    }
  }

  private void scans() {
    scan(keys.lockDelays(), () -> scan(keys.fences(), () -> check(this::scanned)));
  }

  private void scanned(Response answer) {
    String scannedBefore = identity;
    identity = answer.get(2).toString();
    if (identity.equals(scannedBefore)) {
      loaded.complete(extras);
    } else {
      scans();
    }
  }

  private void scan(String key, Runnable then) {
    scan(key, "0", then);
  }

  private void scan(String key, String cursor, Runnable then) {
    Request scan = Request.cmd(Command.HSCAN).arg(key).arg(cursor).arg("COUNT").arg(SCAN_COUNT);
    ask(
        tell.apply(scan),
        answer -> {
          SegmentReplay.replay(answer.get(1), replay);
          String next = answer.get(0).toString();
          if (next.equals("0")) {
            then.run();
          } else {
            scan(key, next, then);
          }
        });
  }

  private void check(Consumer<Response> then) {
    ScriptRun call = new ScriptRun(Script.CHECK, keys.meta()).arg(ownershipId);
    ask(run.apply(call), answer -> then.accept(ScriptResults.done(answer, shard)));
  }

  /** Handles one answer. Any failure, in Redis or in the replay, ends the load. */
  private void ask(Future<Response> asked, Consumer<Response> then) {
    asked.onComplete(
        answer -> {
          if (answer.failed()) {
            loaded.tryFail(answer.cause());
            return;
          }
          try {
            then.accept(answer.result());
          } catch (RuntimeException broken) {
            loaded.tryFail(broken);
          }
        });
  }
}
