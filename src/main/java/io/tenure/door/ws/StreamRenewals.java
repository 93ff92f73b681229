package io.tenure.door.ws;

import static io.tenure.wire.RenewalFrame.ANSWER_HEAD_BYTES;
import static io.tenure.wire.RenewalFrame.COUNT_AT;
import static io.tenure.wire.RenewalFrame.ENTRY_BYTES;
import static io.tenure.wire.RenewalFrame.EXCEPTION_BYTES;
import static io.tenure.wire.RenewalFrame.FLAGS_AT;
import static io.tenure.wire.RenewalFrame.GENERATION_AT;
import static io.tenure.wire.RenewalFrame.HEAD_BYTES;
import static io.tenure.wire.RenewalFrame.KIND_AT;
import static io.tenure.wire.RenewalFrame.ROW_AT;
import static io.tenure.wire.RenewalFrame.SECRET_HIGH_AT;
import static io.tenure.wire.RenewalFrame.SECRET_LOW_AT;
import static io.tenure.wire.RenewalFrame.SEQ_AT;
import static io.tenure.wire.RenewalFrame.SESSION;
import static io.tenure.wire.RenewalFrame.SHARD_AT;
import static io.tenure.wire.RenewalFrame.ZERO_AT;

import io.netty.buffer.ByteBuf;
import io.tenure.api.InvalidFieldException;
import io.tenure.api.Outcome;
import io.tenure.door.RenewalBatchPool;
import io.tenure.door.RenewalBatchPool.Lent;
import io.tenure.shard.call.RenewalBatch;
import io.tenure.wire.Problem;
import io.tenure.wire.RenewalFrame;
import io.tenure.wire.StreamRequest;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Answers the compact renewals of one stream. The entries of the frames go to the shards as one
 * batch, and the results go back as frames. A single renewal allocates nothing. Owned by one event
 * loop.
 */
final class StreamRenewals implements RenewalBatchPool.Owner {

  /** The number of renewals of one stream that may be unanswered; further renewals wait unread. */
  static final int UNDER_WAY_MAX = 32_768;

  /**
   * The number of renewals in one batch. The number is large enough to fetch memory for many at
   * once, and small enough for the cache.
   */
  private static final int TOGETHER_MAX = 1_024;

  private static final long UINT = 0xffff_ffffL;

  private final Outbox outbox;
  private final RenewalBatchPool batches;
  private final Consumer<RenewalBatch> way;
  private final Runnable onAnswered;
  private int underWay;
  private @Nullable Lent open;

  /** {@code way}: the way of the batches to their shards. */
  StreamRenewals(
      Outbox outbox, RenewalBatchPool batches, Consumer<RenewalBatch> way, Runnable onAnswered) {
    this.outbox = outbox;
    this.batches = batches;
    this.way = way;
    this.onAnswered = onAnswered;
  }

  boolean full() {
    return underWay >= UNDER_WAY_MAX;
  }

  boolean quiet() {
    return underWay == 0;
  }

  /** Adds the renewals of a frame to the batch. Call {@link #send} after one or more frames. */
  void hear(ByteBuf frame) {
    try {
      check(frame);
    } catch (InvalidFieldException invalid) {
      outbox.refuse(seq(frame), Problem.of(invalid));
      return;
    }
    Lent batch = open == null ? batches.lend(this) : open;
    open = batch;
    int start = frame.readerIndex();
    int end = start + frame.readableBytes();
    RenewalBatch renewals = batch.renewals();
    for (int at = start + HEAD_BYTES; at < end; at += ENTRY_BYTES) {
      renewals.add(
          frame.getUnsignedShort(at + SHARD_AT),
          frame.getInt(at + ROW_AT),
          frame.getUnsignedMedium(at + GENERATION_AT),
          frame.getLong(at + SECRET_HIGH_AT),
          frame.getLong(at + SECRET_LOW_AT),
          frame.getByte(at + FLAGS_AT) == SESSION);
    }
    batch.endFrame(frame.getInt(start + SEQ_AT));
    underWay += frame.getUnsignedShort(start + COUNT_AT);
    if (renewals.size() >= TOGETHER_MAX) {
      send();
    }
  }

  /** Sends the collected renewals to the shards. */
  void send() {
    Lent batch = open;
    open = null;
    if (batch != null) {
      batch.send(way);
    }
  }

  @Override
  public void answered(Lent batch) {
    underWay -= batch.renewals().size();
    for (int frame = 0; frame < batch.frames(); frame++) {
      answer(batch, frame);
    }
    outbox.answered();
    onAnswered.run();
  }

  private static void check(ByteBuf frame) {
    int start = frame.readerIndex();
    int length = frame.readableBytes();
    if (length < HEAD_BYTES) {
      throw new InvalidFieldException(
          "frame", "has " + length + " bytes; its head alone has " + HEAD_BYTES);
    }
    if (frame.getByte(start + KIND_AT) != RenewalFrame.RENEW
        || frame.getByte(start + ZERO_AT) != 0) {
      throw new InvalidFieldException("kind", "is unknown; use 01 00 for renewals");
    }
    int count = frame.getUnsignedShort(start + COUNT_AT);
    int bytes = HEAD_BYTES + count * ENTRY_BYTES;
    if (count == 0) {
      throw new InvalidFieldException("count", "is 0; renew at least one");
    }
    if (length != bytes) {
      throw new InvalidFieldException(
          "count", "is " + count + ", for " + bytes + " bytes; the frame has " + length);
    }
    for (int entry = 0; entry < count; entry++) {
      int flags = frame.getByte(start + HEAD_BYTES + entry * ENTRY_BYTES + FLAGS_AT);
      if ((flags & ~SESSION) != 0) {
        throw new InvalidFieldException(
            "flags[" + entry + "]", "are unknown; use 00 for a lease, 01 a session");
      }
    }
  }

  private static long seq(ByteBuf frame) {
    return frame.readableBytes() < HEAD_BYTES
        ? StreamRequest.NO_SEQ
        : frame.getUnsignedInt(frame.readerIndex() + SEQ_AT);
  }

  private void answer(Lent batch, int frame) {
    RenewalBatch renewals = batch.renewals();
    int begin = batch.begin(frame);
    int end = batch.end(frame);
    long common = 0;
    for (int at = begin; at < end && common == 0; at++) {
      common = Math.max(0, renewals.result(at));
    }
    int exceptions = 0;
    for (int at = begin; at < end; at++) {
      exceptions += isException(renewals.result(at), common) ? 1 : 0;
    }
    ByteBuf answer = outbox.compact(ANSWER_HEAD_BYTES + exceptions * EXCEPTION_BYTES);
    answer
        .writeByte(RenewalFrame.RENEWED)
        .writeByte(0)
        .writeShort(end - begin)
        .writeInt(batch.seq(frame))
        .writeInt((int) Math.min(UINT, common))
        .writeShort(exceptions);
    for (int at = begin; exceptions > 0 && at < end; at++) {
      if (isException(renewals.result(at), common)) {
        exception(answer, at - begin, renewals.result(at));
      }
    }
  }

  private static boolean isException(long result, long common) {
    return result != common || common == 0;
  }

  private static void exception(ByteBuf frame, int index, long result) {
    Outcome outcome = Outcome.ofRenewal(result);
    long millis = outcome == Outcome.DONE ? Math.min(UINT, result) : retryMillis(outcome);
    frame
        .writeShort(index)
        .writeByte(RenewalFrame.code(outcome))
        .writeByte(0)
        .writeInt((int) millis);
  }

  /** Returns the pause after which a renewal may be tried again; 0 when it never succeeds. */
  private static long retryMillis(Outcome outcome) {
    if (!outcome.isRetryable()) {
      return 0;
    }
    return outcome == Outcome.UNAVAILABLE ? Problem.RETRY_LATER_MILLIS : Problem.RETRY_SOON_MILLIS;
  }
}
