package io.tenure.store.embedded;

import io.tenure.store.Witness;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/**
 * Stores how far each shard had come, in a file that is mapped into memory. A note survives the end
 * of the process at once, however the process ends, and a failure of the machine once the file is
 * forced. Each shard has two records that are written in turn, so that one is whole when a writer
 * was interrupted. One thread at a time writes the notes of a shard.
 */
final class WatermarkFile {

  /** The last change of a shard that is known to be durable. */
  record Watermark(long epoch, long changeNumber) {
    static final Watermark NONE = new Watermark(0, 0);

    /**
     * Something was durable, but it is unknown what: every epoch that was ever claimed is larger.
     */
    static final Watermark SOMETHING = new Watermark(1, 0);

    boolean isPossible() {
      return epoch <= Witness.EPOCH_MAX;
    }

    boolean isBefore(Watermark other) {
      return epoch < other.epoch || epoch == other.epoch && changeNumber < other.changeNumber;
    }
  }

  private static final long MAGIC = 0x74656e7572652031L;
  private static final int HEAD_BYTES = 16;
  private static final int RECORD_BYTES = 24;
  private static final int SHARD_BYTES = 2 * RECORD_BYTES;

  private final MappedByteBuffer file;
  private final boolean damaged;

  private WatermarkFile(MappedByteBuffer file, boolean damaged) {
    this.file = file;
    this.damaged = damaged;
  }

  static WatermarkFile open(Path path, int shards) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            path,
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
            AtomicFile.ownerOnly(path, "rw-------"))) {
      long found = channel.size();
      boolean whole =
          found >= HEAD_BYTES
              && (found - HEAD_BYTES) % SHARD_BYTES == 0
              && channel.map(FileChannel.MapMode.READ_ONLY, 0, HEAD_BYTES).getLong(0) == MAGIC;
      boolean damaged = found > 0 && !whole;
      int room = (int) Math.max(whole ? (found - HEAD_BYTES) / SHARD_BYTES : 0, shards);
      if (!whole) {
        channel.truncate(0);
      }
      fill(channel, HEAD_BYTES + (long) room * SHARD_BYTES);
      MappedByteBuffer file =
          channel.map(FileChannel.MapMode.READ_WRITE, 0, HEAD_BYTES + (long) room * SHARD_BYTES);
      file.putLong(0, MAGIC);
      WatermarkFile watermarks = new WatermarkFile(file, damaged);
      if (damaged) {
        for (int shard = 0; shard < shards; shard++) {
          watermarks.note(shard, Watermark.SOMETHING);
        }
      }
      return watermarks;
    }
  }

  /**
   * Makes the file large enough. On a full disk this write fails, instead of a write to the mapped
   * file, which could not be caught.
   */
  private static void fill(FileChannel channel, long bytes) throws IOException {
    long size = channel.size();
    if (size < bytes) {
      channel.write(ByteBuffer.allocate((int) (bytes - size)), size);
    }
  }

  /** Whether the earlier notes cannot be read. */
  boolean damaged() {
    return damaged;
  }

  Watermark of(int shard) {
    Watermark first = read(shard, 0);
    Watermark second = read(shard, 1);
    return first.isBefore(second) ? second : first;
  }

  void note(int shard, Watermark changeNumber) {
    int older = read(shard, 0).isBefore(read(shard, 1)) ? 0 : 1;
    int at = at(shard, older);
    file.putLong(at + 16, 0);
    file.putLong(at, changeNumber.epoch());
    file.putLong(at + 8, changeNumber.changeNumber());
    file.putLong(at + 16, check(shard, changeNumber.epoch(), changeNumber.changeNumber()));
  }

  /** Forces all notes to the disk; returns when that is done. */
  void force() {
    file.force();
  }

  private Watermark read(int shard, int which) {
    int at = at(shard, which);
    long epoch = file.getLong(at);
    long changeNumber = file.getLong(at + 8);
    boolean whole = file.getLong(at + 16) == check(shard, epoch, changeNumber);
    Watermark watermark = new Watermark(epoch, changeNumber);
    return whole && watermark.isPossible() ? watermark : Watermark.NONE;
  }

  private static int at(int shard, int which) {
    return HEAD_BYTES + shard * SHARD_BYTES + which * RECORD_BYTES;
  }

  private static long check(int shard, long epoch, long changeNumber) {
    long mixed = (MAGIC ^ shard) * 0x9E3779B97F4A7C15L + epoch;
    mixed = (mixed ^ mixed >>> 32) * 0x9E3779B97F4A7C15L + changeNumber;
    return (mixed ^ mixed >>> 29) * 0x9E3779B97F4A7C15L | 1;
  }
}
