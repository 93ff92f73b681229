package io.tenure.wire;

import io.tenure.core.Invalid;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One request of a stream: which one it is among those of its connection, what it asks for, and the
 * fields of that; or why it cannot be understood.
 *
 * @param seq {@link #NO_SEQ} when it could not be read
 * @param op null when {@code wrong} is not
 */
public record Asked(long seq, @Nullable Op op, Fields fields, @Nullable Problem wrong) {

  public static final long NO_SEQ = -1;

  private static final String OPS =
      Arrays.stream(Op.values()).map(Op::spelling).collect(Collectors.joining(", "));

  /** Whoever sent it is always told its seq back, if there was one. */
  public static Asked read(byte[] message) {
    long seq = NO_SEQ;
    try {
      Fields fields = JsonFields.read(message);
      seq = fields.whole("seq", 0, NO_SEQ);
      if (seq == NO_SEQ) {
        throw new Invalid("seq", "is missing; number your requests, such as 1, 2, 3");
      }
      Op op = op(fields);
      fields.drop("seq");
      fields.drop("op");
      return new Asked(seq, op, fields, null);
    } catch (Invalid invalid) {
      return new Asked(seq, null, new Fields(), Problem.of(invalid));
    }
  }

  private static Op op(Fields fields) {
    Op op = Op.of(fields.text("op", "say what to do: " + OPS));
    if (op == null) {
      throw new Invalid("op", "is unknown; use " + OPS);
    }
    return op;
  }
}
