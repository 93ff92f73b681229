package io.tenure.door.ws;

import static io.tenure.wire.RenewalFrame.ANSWER_HEAD_BYTES;
import static io.tenure.wire.RenewalFrame.CODE_AT;
import static io.tenure.wire.RenewalFrame.COUNT_AT;
import static io.tenure.wire.RenewalFrame.ENTRY_BYTES;
import static io.tenure.wire.RenewalFrame.EXCEPTIONS_AT;
import static io.tenure.wire.RenewalFrame.EXCEPTION_BYTES;
import static io.tenure.wire.RenewalFrame.FLAGS_AT;
import static io.tenure.wire.RenewalFrame.GENERATION_AT;
import static io.tenure.wire.RenewalFrame.HEAD_BYTES;
import static io.tenure.wire.RenewalFrame.INDEX_AT;
import static io.tenure.wire.RenewalFrame.KIND_AT;
import static io.tenure.wire.RenewalFrame.MILLIS_AT;
import static io.tenure.wire.RenewalFrame.SECRET_HIGH_AT;
import static io.tenure.wire.RenewalFrame.SECRET_LOW_AT;
import static io.tenure.wire.RenewalFrame.SEQ_AT;
import static io.tenure.wire.RenewalFrame.SESSION;
import static io.tenure.wire.RenewalFrame.SHARD_AT;
import static io.tenure.wire.RenewalFrame.SLOT_AT;
import static io.tenure.wire.RenewalFrame.VALID_FOR_AT;
import static io.tenure.wire.RenewalFrame.ZERO_AT;

import io.tenure.core.Invalid;
import io.tenure.shard.RenewalBatch;
import io.tenure.wire.Asked;
import io.tenure.wire.Problem;
import io.tenure.wire.RenewalFrame;
import io.vertx.core.buffer.Buffer;

/**
 * The compact renewals of one stream: a frame in, a batch through the shards, a frame back. Nothing
 * is allocated for a single renewal. Owned by its loop.
 */
final class Renewals {

  /** Each holds its entries until the shards have heard them; more wait unread. */
  static final int FRAMES_UNDER_WAY_MAX = 16;

  private static final long UINT = 0xffff_ffffL;
  private static final long AGAIN_SOON_MILLIS = 50;

  private final Outbox outbox;
  private final Batches batches;
  private final Runnable onAnswered;
  private int underWay;

  Renewals(Outbox outbox, Batches batches, Runnable onAnswered) {
    this.outbox = outbox;
    this.batches = batches;
    this.onAnswered = onAnswered;
  }

  boolean full() {
    return underWay >= FRAMES_UNDER_WAY_MAX;
  }

  boolean quiet() {
    return underWay == 0;
  }

  void hear(Buffer frame) {
    try {
      check(frame);
    } catch (Invalid invalid) {
      outbox.refuse(seq(frame), Problem.of(invalid));
      return;
    }
    Batches.Lent lent = batches.lend(this);
    lent.seq = frame.getInt(SEQ_AT);
    int count = frame.getUnsignedShort(COUNT_AT);
    for (int at = HEAD_BYTES; count > 0; at += ENTRY_BYTES, count--) {
      lent.renewals.add(
          frame.getUnsignedShort(at + SHARD_AT),
          frame.getInt(at + SLOT_AT),
          frame.getUnsignedMedium(at + GENERATION_AT),
          frame.getLong(at + SECRET_HIGH_AT),
          frame.getLong(at + SECRET_LOW_AT),
          frame.getByte(at + FLAGS_AT) == SESSION);
    }
    underWay++;
    lent.send();
  }

  void answered(Batches.Lent lent) {
    underWay--;
    outbox.answer(answer(lent));
    onAnswered.run();
  }

  private static void check(Buffer frame) {
    if (frame.length() < HEAD_BYTES) {
      throw new Invalid("frame", "has " + frame.length() + " bytes; its head alone has 8");
    }
    if (frame.getByte(KIND_AT) != RenewalFrame.RENEW || frame.getByte(ZERO_AT) != 0) {
      throw new Invalid("kind", "is unknown; use 01 00 for renewals");
    }
    int count = frame.getUnsignedShort(COUNT_AT);
    int bytes = HEAD_BYTES + count * ENTRY_BYTES;
    if (count == 0) {
      throw new Invalid("count", "is 0; renew at least one");
    }
    if (frame.length() != bytes) {
      throw new Invalid(
          "count", "is " + count + ", for " + bytes + " bytes; the frame has " + frame.length());
    }
    for (int at = HEAD_BYTES; at < bytes; at += ENTRY_BYTES) {
      if ((frame.getByte(at + FLAGS_AT) & ~SESSION) != 0) {
        int entry = (at - HEAD_BYTES) / ENTRY_BYTES;
        throw new Invalid("flags[" + entry + "]", "are unknown; use 00 for a lease, 01 a session");
      }
    }
  }

  private static long seq(Buffer frame) {
    return frame.length() < HEAD_BYTES ? Asked.NO_SEQ : frame.getUnsignedInt(SEQ_AT);
  }

  private static Buffer answer(Batches.Lent lent) {
    RenewalBatch renewals = lent.renewals;
    long common = 0;
    for (int at = 0; at < renewals.size() && common == 0; at++) {
      common = Math.max(0, renewals.result(at));
    }
    int exceptions = 0;
    for (int at = 0; at < renewals.size(); at++) {
      exceptions += isException(renewals.result(at), common) ? 1 : 0;
    }
    Buffer frame = Buffer.buffer(ANSWER_HEAD_BYTES + exceptions * EXCEPTION_BYTES);
    frame
        .setByte(KIND_AT, (byte) RenewalFrame.RENEWED)
        .setByte(ZERO_AT, (byte) 0)
        .setUnsignedShort(COUNT_AT, renewals.size())
        .setInt(SEQ_AT, lent.seq)
        .setUnsignedInt(VALID_FOR_AT, Math.min(UINT, common))
        .setUnsignedShort(EXCEPTIONS_AT, exceptions);
    int to = ANSWER_HEAD_BYTES;
    for (int at = 0; at < renewals.size(); at++) {
      if (isException(renewals.result(at), common)) {
        exception(frame, to, at, renewals.result(at));
        to += EXCEPTION_BYTES;
      }
    }
    return frame;
  }

  private static boolean isException(long result, long common) {
    return result != common || common == 0;
  }

  private static void exception(Buffer frame, int to, int index, long result) {
    int code;
    long millis = 0;
    if (result > 0) {
      code = RenewalFrame.OTHER_TIME;
      millis = Math.min(UINT, result);
    } else if (result == RenewalBatch.ELSEWHERE) {
      code = RenewalFrame.UNAVAILABLE;
      millis = Problem.RETRY_LATER_MILLIS;
    } else if (result == RenewalBatch.BUSY) {
      code = RenewalFrame.BUSY;
      millis = AGAIN_SOON_MILLIS;
    } else {
      code = RenewalFrame.code(result);
      millis = code == RenewalFrame.PENDING ? AGAIN_SOON_MILLIS : 0;
    }
    frame
        .setUnsignedShort(to + INDEX_AT, index)
        .setByte(to + CODE_AT, (byte) code)
        .setByte(to + CODE_AT + 1, (byte) 0)
        .setUnsignedInt(to + MILLIS_AT, millis);
  }
}
