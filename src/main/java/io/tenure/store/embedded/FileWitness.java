package io.tenure.store.embedded;

import io.tenure.store.StoreUnusableException;
import io.tenure.store.Witness;
import io.tenure.store.embedded.AtomicFile.State;
import io.tenure.store.embedded.WatermarkFile.Watermark;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Remembers promises and durable changes in two small files of the data directory. A promise is on
 * the disk before any caller relies on it; the last durable change of each shard is noted as the
 * shard goes on. When a file cannot be read any more, the witness assumes everything that is
 * possible. Many event loops use the witness at once; worker threads wait for the disk.
 */
public final class FileWitness implements Witness {

  /** Covers a failure of the machine itself; a process that is killed loses nothing. */
  private static final long FORCE_EVERY_MILLIS = 1_000;

  private static final String HEAD = "tenure witness 1\n";
  private static final Pattern PROMISE = Pattern.compile(HEAD + "promised-millis (\\d{1,18})\n");

  private final Vertx vertx;
  private final AtomicFile promiseFile;
  private final WatermarkFile watermarks;
  private final AtomicReferenceArray<Watermark> known;
  private final AtomicBoolean forceIsDue = new AtomicBoolean();
  private final Object oneWriter = new Object();
  private volatile long promisedMillis;

  private FileWitness(
      Vertx vertx, DataDirectory directory, int shards, long longestMillis, Consumer<String> log)
      throws IOException {
    this.vertx = vertx;
    this.promiseFile = new AtomicFile(directory.path().resolve("promised"));
    this.known = new AtomicReferenceArray<>(shards);
    readPromise(longestMillis, log);
    Path placesFile = directory.path().resolve("places");
    watermarks = WatermarkFile.open(placesFile, shards);
    for (int shard = 0; shard < shards; shard++) {
      known.set(shard, watermarks.of(shard));
    }
    if (watermarks.damaged()) {
      log.accept(
          placesFile + " is damaged: an empty store counts as a store that has lost everything");
    }
  }

  /**
   * Reads what an earlier server has written. This waits for the disk: not for an event loop.
   *
   * @param longestMillis the longest time that the server may ever have promised; used when the
   *     file with the promise cannot be read any more
   * @param log takes one line for each damaged file
   * @throws StoreUnusableException if the files cannot be read at all
   */
  public static FileWitness open(
      Vertx vertx, DataDirectory directory, int shards, long longestMillis, Consumer<String> log) {
    try {
      return new FileWitness(vertx, directory, shards, longestMillis, log);
    } catch (IOException trouble) {
      throw StoreUnusableException.of(directory.path(), trouble);
    }
  }

  @Override
  public long epoch(int shard) {
    return known.get(shard).epoch();
  }

  @Override
  public long changeNumber(int shard) {
    return known.get(shard).changeNumber();
  }

  @Override
  public long promisedMillis() {
    return promisedMillis;
  }

  @Override
  public Future<Void> promise(long ttlMillis) {
    if (ttlMillis <= promisedMillis) {
      return Future.succeededFuture();
    }
    return vertx.executeBlocking(
        () -> {
          writePromise(ttlMillis);
          return null;
        },
        false);
  }

  @Override
  public void durable(int shard, long epoch, long changeNumber) {
    Watermark watermark = new Watermark(epoch, changeNumber);
    if (watermark.isPossible() && known.get(shard).isBefore(watermark)) {
      known.set(shard, watermark);
      watermarks.note(shard, watermark);
      if (forceIsDue.compareAndSet(false, true)) {
        vertx.setTimer(FORCE_EVERY_MILLIS, due -> forceOffTheLoop());
      }
    }
  }

  /** Completes when everything is on the disk. The witness must not be used afterwards. */
  public Future<Void> close() {
    return forceOffTheLoop();
  }

  private void writePromise(long ttlMillis) throws IOException {
    synchronized (oneWriter) {
      if (ttlMillis > promisedMillis) {
        long promised = Witness.rounded(ttlMillis);
        promiseFile.write(HEAD + "promised-millis " + promised + "\n");
        promisedMillis = promised;
      }
    }
  }

  private Future<Void> forceOffTheLoop() {
    return vertx.executeBlocking(
        () -> {
          forceIsDue.set(false);
          watermarks.force();
          return null;
        },
        false);
  }

  private void readPromise(long longestMillis, Consumer<String> log) throws IOException {
    var kept = promiseFile.read();
    var found = PROMISE.matcher(kept.text());
    if (found.matches()) {
      promisedMillis = Long.parseLong(found.group(1));
    } else if (kept.state() != State.MISSING) {
      promisedMillis = longestMillis;
      log.accept(
          promiseFile.path() + " is damaged: leases of " + longestMillis + " ms may be promised");
    }
  }
}
