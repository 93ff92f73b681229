package io.tenure.door;

import io.tenure.api.Operation;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

/** A way to tell the stories of leases: one door, in its own words. */
public interface Teller extends AutoCloseable {

  /** What was answered, as every door says it. */
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

  /** Of each: {@code RENEWED}, or the code of its refusal. */
  List<String> renew(List<String> leaseIds);

  /** {@code RENEWED}, or the code of its refusal. */
  String keepAlive(String sessionId);

  /** What happens to keys that start so, told from now on. */
  Supplier<String> watch(String prefix);

  /** How a lease that was granted here ends, as whoever holds it is told by this door. */
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
