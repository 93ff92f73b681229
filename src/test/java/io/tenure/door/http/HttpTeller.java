package io.tenure.door.http;

import io.tenure.api.Operation;
import io.tenure.door.Teller;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Runs the stories over plain HTTP requests; its watch uses Server-Sent Events. */
public class HttpTeller implements Teller {

  final OpenDoor door;

  public HttpTeller(OpenDoor door) {
    this.door = door;
  }

  @Override
  public Supplier<Answer> begin(Operation operation, String fields) {
    Map<String, Object> sent = Told.object(json(fields));
    String lease = "/v1/leases/" + sent.remove("leaseId");
    String session = "/v1/sessions/" + sent.remove("sessionId");
    String[] call =
        switch (operation) {
          case ACQUIRE -> new String[] {"POST", "/v1/leases"};
          case RELEASE -> new String[] {"DELETE", lease};
          case TRANSFER -> new String[] {"POST", lease + "/transfer"};
          case VALUE -> new String[] {"PUT", lease + "/value"};
          case INSPECT -> new String[] {"GET", lease};
          case LOOK -> new String[] {"GET", "/v1/keys/" + sent.remove("key")};
          case BREAK -> new String[] {"DELETE", "/v1/keys/" + sent.remove("key")};
          case OPEN_SESSION -> new String[] {"POST", "/v1/sessions"};
          case CLOSE_SESSION -> new String[] {"DELETE", session};
          case RAISE_FENCE -> new String[] {"POST", "/v1/fences/" + sent.remove("fence")};
          case READ_FENCE -> new String[] {"GET", "/v1/fences/" + sent.remove("fence")};
          default -> throw new IllegalArgumentException("no story asks for " + operation);
        };
    CompletableFuture<Told> told = door.later(call[0], call[1], sent.isEmpty() ? null : json(sent));
    return () -> answer(told.join());
  }

  @Override
  public List<String> renew(List<String> leaseIds) {
    String ids = leaseIds.stream().collect(Collectors.joining("','", "['", "']"));
    Told told = door.later("POST", "/v1/leases/renew", json("'leases':" + ids)).join();
    return told.objects("results").stream().map(HttpTeller::outcome).toList();
  }

  @Override
  public String keepAlive(String sessionId) {
    Told told = door.later("POST", "/v1/sessions/" + sessionId + "/keepalive", null).join();
    return outcome(told.body());
  }

  @Override
  public Supplier<String> watch(String prefix) {
    Events events = events(prefix);
    return () -> {
      try {
        Events.Seen seen = events.next();
        return seen.name() + " " + seen.holder();
      } catch (java.io.IOException broken) {
        throw new AssertionError(broken);
      }
    };
  }

  /** Inspects the lease until it is over. */
  @Override
  public String ending(Answer granted) {
    OpenDoor.until(() -> ask(Operation.INSPECT, Teller.lease(granted)).status() != 200);
    return ask(Operation.INSPECT, Teller.lease(granted)).code();
  }

  @Override
  public void close() {}

  final Events events(String prefix) {
    try {
      return Events.of(door, "?prefix=" + prefix);
    } catch (Exception refused) {
      throw new AssertionError(refused);
    }
  }

  private static String outcome(Map<String, Object> result) {
    return result.containsKey("code") ? (String) result.get("code") : "RENEWED";
  }

  private static Answer answer(Told told) {
    return new Answer(told.status(), told.body());
  }

  private static String json(String fields) {
    return "{" + fields.replace('\'', '"') + "}";
  }

  private static String json(Map<String, Object> fields) {
    return fields.entrySet().stream()
        .map(field -> "\"" + field.getKey() + "\":" + json(field.getValue()))
        .collect(Collectors.joining(",", "{", "}"));
  }

  private static String json(Object value) {
    return value instanceof String text ? "\"" + text + "\"" : value.toString();
  }
}
