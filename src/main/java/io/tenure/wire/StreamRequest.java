package io.tenure.wire;

import io.tenure.api.InvalidFieldException;
import io.tenure.api.Operation;
import io.tenure.api.RequestBounds;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One request of a stream: its number within the connection, its operation and the fields. For a
 * message that the server cannot understand, {@code wrong} has the reason.
 *
 * @param seq {@link #NO_SEQ} when it could not be read
 * @param operation null when {@code wrong} is not
 */
public record StreamRequest(
    long seq, @Nullable Operation operation, RequestFields fields, @Nullable Problem wrong) {

  public static final long NO_SEQ = -1;

  private static final String OPS =
      Operation.ofWire().stream().map(Operation::spelling).collect(Collectors.joining(", "));

  /**
   * Reads a message. Its seq is returned even if the rest is wrong, so that the answer has the seq.
   */
  public static StreamRequest read(byte[] message) {
    long seq = NO_SEQ;
    try {
      RequestFields fields = JsonFieldsReader.read(message);
      if (!fields.given("seq")) {
        throw new InvalidFieldException("seq", "is missing; number your requests, such as 1, 2, 3");
      }
      seq = RequestBounds.SEQ.check(fields.whole("seq", NO_SEQ));
      Operation operation = op(fields);
      fields.drop("seq");
      fields.drop("op");
      return new StreamRequest(seq, operation, fields, null);
    } catch (InvalidFieldException invalid) {
      return new StreamRequest(seq, null, new RequestFields(), Problem.of(invalid));
    }
  }

  private static Operation op(RequestFields fields) {
    Operation operation = Operation.of(fields.text("op", "name the operation: " + OPS));
    if (operation == null) {
      throw new InvalidFieldException("op", "is unknown; use " + OPS);
    }
    return operation;
  }
}
