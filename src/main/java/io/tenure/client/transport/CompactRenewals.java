package io.tenure.client.transport;

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
import static io.tenure.wire.RenewalFrame.ROW_AT;
import static io.tenure.wire.RenewalFrame.SECRET_HIGH_AT;
import static io.tenure.wire.RenewalFrame.SECRET_LOW_AT;
import static io.tenure.wire.RenewalFrame.SEQ_AT;
import static io.tenure.wire.RenewalFrame.SHARD_AT;
import static io.tenure.wire.RenewalFrame.VALID_FOR_AT;

import io.tenure.api.LeaseId;
import io.tenure.api.Outcome;
import io.tenure.wire.MalformedAnswerException;
import io.tenure.wire.Problem;
import io.tenure.wire.RenewalFrame;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** The frames of {@code tenure.v1.bin}, as a client writes and reads them. */
final class CompactRenewals {

  private static final long UINT = 0xffff_ffffL;

  private CompactRenewals() {}

  static ByteBuffer ask(int seq, List<RenewalTarget> all) {
    ByteBuffer frame = ByteBuffer.allocate(HEAD_BYTES + all.size() * ENTRY_BYTES);
    frame.put(KIND_AT, (byte) RenewalFrame.RENEW);
    frame.putShort(COUNT_AT, (short) all.size());
    frame.putInt(SEQ_AT, seq);
    int at = HEAD_BYTES;
    for (RenewalTarget one : all) {
      LeaseId id = one.id();
      frame.put(at + FLAGS_AT, (byte) (one.session() ? RenewalFrame.SESSION : 0));
      frame.putShort(at + SHARD_AT, (short) id.shard());
      frame.putInt(at + ROW_AT, id.row());
      frame.put(at + GENERATION_AT, (byte) (id.generation() >>> 16));
      frame.putShort(at + GENERATION_AT + 1, (short) id.generation());
      frame.putLong(at + SECRET_HIGH_AT, id.secretHigh());
      frame.putLong(at + SECRET_LOW_AT, id.secretLow());
      at += ENTRY_BYTES;
    }
    return frame;
  }

  static long seq(ByteBuffer answer) {
    if (answer.remaining() < ANSWER_HEAD_BYTES
        || (answer.get(KIND_AT) & 0xff) != RenewalFrame.RENEWED) {
      throw new MalformedAnswerException("it is no frame of renewals");
    }
    return answer.getInt(SEQ_AT) & UINT;
  }

  /** One result for each of those that were asked for, in their order. */
  static List<RenewalAnswer> answer(ByteBuffer answer) {
    int count = answer.getShort(COUNT_AT) & 0xffff;
    int exceptions = answer.getShort(EXCEPTIONS_AT) & 0xffff;
    if (answer.remaining() != ANSWER_HEAD_BYTES + exceptions * EXCEPTION_BYTES) {
      throw new MalformedAnswerException("its frame has " + answer.remaining() + " bytes");
    }
    RenewalAnswer common = RenewalAnswer.validFor(answer.getInt(VALID_FOR_AT) & UINT);
    List<RenewalAnswer> results = new ArrayList<>(count);
    for (int at = 0; at < count; at++) {
      results.add(common);
    }
    for (int at = ANSWER_HEAD_BYTES; at < answer.remaining(); at += EXCEPTION_BYTES) {
      int index = answer.getShort(at + INDEX_AT) & 0xffff;
      if (index >= count) {
        throw new MalformedAnswerException("it names a renewal that was not asked for");
      }
      results.set(index, exception(answer, at));
    }
    return results;
  }

  private static RenewalAnswer exception(ByteBuffer answer, int at) {
    int code = answer.get(at + CODE_AT) & 0xff;
    long millis = answer.getInt(at + MILLIS_AT) & UINT;
    if (code == RenewalFrame.OTHER_TIME) {
      return RenewalAnswer.validFor(millis);
    }
    Outcome outcome = RenewalFrame.meaning(code);
    String detail = "the server says " + outcome;
    return RenewalAnswer.refused(Problem.of(outcome, detail).retryAfter(millis));
  }
}
