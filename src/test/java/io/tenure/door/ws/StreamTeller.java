package io.tenure.door.ws;

import io.tenure.api.Operation;
import io.tenure.door.Teller;
import io.tenure.door.http.OpenDoor;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Runs the stories over a stream, with all messages in JSON. */
public class StreamTeller implements Teller {

  /** An answer that is read when its test needs it. */
  private interface Read<T> {
    T read() throws IOException;
  }

  final Talker talker;

  public StreamTeller(OpenDoor door) throws IOException {
    this(new Talker(door));
  }

  StreamTeller(Talker talker) {
    this.talker = talker;
  }

  @Override
  public Supplier<Answer> begin(Operation operation, String fields) {
    String rest = fields.isEmpty() ? "" : "," + fields.replace('\'', '"');
    long seq = get(() -> talker.send("\"op\":\"" + operation.spelling() + "\"" + rest));
    return () -> get(() -> answer(talker.answer(seq)));
  }

  @Override
  public List<String> renew(List<String> leaseIds) {
    if (leaseIds.size() == 1) {
      return List.of(outcome(ask(Operation.RENEW, "'leaseId':'" + leaseIds.get(0) + "'").body()));
    }
    String ids = leaseIds.stream().collect(Collectors.joining("','", "['", "']"));
    Object results = ask(Operation.RENEW_MANY, "'leases':" + ids).body().get("results");
    return ((List<?>) Objects.requireNonNull(results))
        .stream().map(result -> outcome((Map<?, ?>) result)).toList();
  }

  @Override
  public String keepAlive(String sessionId) {
    return outcome(ask(Operation.KEEPALIVE, "'sessionId':'" + sessionId + "'").body());
  }

  @Override
  public Supplier<String> watch(String prefix) {
    ask(Operation.WATCH, "'prefix':'" + prefix + "'");
    return () -> {
      Message event = get(() -> talker.pushed("event"));
      return event.text("type") + " " + event.text("holder");
    };
  }

  /** Reads the push that reports the end. */
  @Override
  public String ending(Answer granted) {
    Message lost = get(() -> talker.pushed("lost"));
    while (!lost.text("leaseId").equals(granted.text("leaseId"))) {
      lost = get(() -> talker.pushed("lost"));
    }
    return lost.code();
  }

  @Override
  public void close() throws IOException {
    talker.close();
  }

  private static Answer answer(Message message) {
    return new Answer(message.status(), message.fields());
  }

  private static String outcome(Map<?, ?> result) {
    return result.containsKey("code") ? (String) result.get("code") : "RENEWED";
  }

  private static <T> T get(Read<T> read) {
    try {
      return read.read();
    } catch (IOException broken) {
      throw new AssertionError(broken);
    }
  }
}
