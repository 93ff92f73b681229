package io.tenure.client.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.tenure.api.Outcome;
import io.tenure.wire.RenewalFrame;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

final class CompactRenewalsTest {

  /** The rule of {@code docs/stream.md} for every client. */
  @Test
  void aCodeThatIsNotKnownMeansThatTheShardIsNotServed() {
    ByteBuffer answer =
        ByteBuffer.allocate(RenewalFrame.ANSWER_HEAD_BYTES + RenewalFrame.EXCEPTION_BYTES)
            .put(RenewalFrame.KIND_AT, (byte) RenewalFrame.RENEWED)
            .putShort(RenewalFrame.COUNT_AT, (short) 1)
            .putShort(RenewalFrame.EXCEPTIONS_AT, (short) 1)
            .put(RenewalFrame.ANSWER_HEAD_BYTES + RenewalFrame.CODE_AT, (byte) 99)
            .putInt(RenewalFrame.ANSWER_HEAD_BYTES + RenewalFrame.MILLIS_AT, 700);

    RenewalAnswer only = CompactRenewals.answer(answer).get(0);

    assertNotNull(only.problem());
    assertEquals(Outcome.UNAVAILABLE, only.problem().code());
    assertEquals(700, only.problem().retryAfterMillis());
  }
}
