package io.tenure.door;

import io.tenure.api.Operation;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

/** Runs the stories of leases over one protocol. */
public interface Teller extends AutoCloseable {

  /** An answer in the form that all protocols share. */
  record Answer(int status, Map<String, Object> body) {
    public String text(String name) {
      return (String) needed(name);
    }

    private Object needed(String name) {
      return Objects.requireNonNull(body.get(name), () -> name + " is not in " + body);
    }

    public long number(String name) {
      return ((Number) needed(name)).longValue();
    }

    public String code() {
      return text("code");
    }
  }

  /** {@code fields}: as in {@code 'key':'a','ttl':30}. */
  Supplier<Answer> begin(Operation operation, String fields);

  /** Renews the leases; for each lease {@code RENEWED}, or the code of its refusal. */
  List<String> renew(List<String> leaseIds);

  /** Keeps the session alive: {@code RENEWED}, or the code of its refusal. */
  String keepAlive(String sessionId);

  /** Follows the keys with this prefix from now on; each call returns the next event. */
  Supplier<String> watch(String prefix);

  /** The end of a lease that was granted here, as this protocol reports it to the holder. */
  String ending(Answer granted);

  @Override
  void close() throws IOException;

  default Answer ask(Operation operation, String fields) {
    return begin(operation, fields).get();
  }

  default Answer acquire(String key, String holder) {
    return ask(Operation.ACQUIRE, wish(key, holder, "30s"));
  }

  static String wish(String key, String holder, String ttl) {
    return "'key':'" + key + "','holder':'" + holder + "','ttl':'" + ttl + "'";
  }

  static String lease(Answer granted) {
    return "'leaseId':'" + granted.text("leaseId") + "'";
  }
}
