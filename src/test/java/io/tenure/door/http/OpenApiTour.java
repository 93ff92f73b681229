package io.tenure.door.http;

import io.tenure.api.LeaseId;
import java.net.Socket;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Calls every operation of the HTTP API, and compares every answer with the description. */
final class OpenApiTour {

  private static final String LEASES = "/v1/leases";
  private static final String LEASE = "/v1/leases/{leaseId}";
  private static final String KEY = "/v1/keys/{key}";
  private static final String SESSION = "/v1/sessions/{sessionId}";
  private static final String FENCE = "/v1/fences/{fence}";

  private final OpenDoor door;
  private final Description description;

  OpenApiTour(OpenDoor door, Description description) {
    this.door = door;
    this.description = description;
  }

  void leases() throws Exception {
    String full =
        "{'key':'tour','ttl':'30s','holder':'anna','value':'v','wait':0,'requestId':'r',"
            + "'mode':'exclusive','hardTtl':'1m','lockDelay':'1s','maxLifetime':'1h'}";
    String id = ask("post", LEASES, "", full).text("leaseId");
    ask("post", LEASES, "", full);
    ask("post", LEASES, "", "{'key':'s','ttl':1,'holder':'h','slots':2,'valueBase64':'/wA='}");
    ask("post", LEASES, "", "{'key':'tour','ttl':'30s','holder':'bert'}");
    ask("post", LEASES, "", "{'key':'tour','holder':'bert'}");
    ask("get", LEASE, id, null);
    ask("post", LEASE + "/renew", id, "{'requestId':'x'}");
    ask("put", LEASE + "/value", id, "{'value':'w','requestId':'x'}");
    ask("put", LEASE + "/value", id, "{'valueBase64':'/wA='}");
    ask("get", LEASE, id, null);
    ask("get", KEY, "tour", null);
    ask("post", LEASE + "/transfer", id, "{}");
    String next =
        ask("post", LEASE + "/transfer", id, "{'holder':'bert','requestId':'x'}").text("leaseId");
    String many = "{'requestId':'x','leases':['" + next + "','" + id + "','x']}";
    ask("post", "/v1/leases/renew", "", many);
    ask("post", "/v1/leases/renew", "", "{'leases':[]}");
    ask("delete", LEASE, next, "{'requestId':'x'}");
    ask("post", LEASES, "", full.replace("'r'", "'r2'").replace("'wait':0", "'wait':5"));
  }

  void quarantine() throws Exception {
    ask("post", LEASES, "", "{'key':'tour','ttl':'30s','holder':'anna'}");
    ask("get", KEY, "tour", null);
  }

  void endings() throws Exception {
    String id = ask("post", LEASES, "", "{'key':'end','ttl':'1h','holder':'h'}").text("leaseId");
    ask("delete", LEASE, id, null);
    ask("get", LEASE, id, null);
    ask("post", LEASE + "/renew", id, null);
    ask("post", LEASE + "/transfer", id, null);
    ask("put", LEASE + "/value", id, "{'value':''}");
    String brief = "{'key':'brief','ttl':'100ms','holder':'h','requestId':'brief'}";
    String expired = ask("post", LEASES, "", brief).text("leaseId");
    OpenDoor.until(() -> quietly("get", LEASE, expired).status() == 410);
    ask("delete", LEASE, expired, null);
    ask("post", LEASES, "", brief);
    for (String call : new String[] {"", "/renew", "/transfer", "/value"}) {
      String method = call.isEmpty() ? "get" : call.equals("/value") ? "put" : "post";
      ask(method, LEASE + call, "nonsense", call.equals("/value") ? "{'value':''}" : null);
      ask(method, LEASE + call, "nonsense?wrong=1", null);
    }
    ask("delete", LEASE, "nonsense", null);
    ask("delete", LEASE, "nonsense?wrong=1", null);
    String waiting = "{'key':'q','ttl':30,'holder':'w','wait':20,'requestId':'q'}";
    String first = ask("post", LEASES, "", "{'key':'q','ttl':30,'holder':'h'}").text("leaseId");
    CompletableFuture<Told> one = door.later("POST", LEASES, waiting.replace('\'', '"'));
    OpenDoor.until(() -> quietly("get", KEY, "q").number("waiters") == 1);
    CompletableFuture<Told> two = door.later("POST", LEASES, waiting.replace('\'', '"'));
    description.see("post", LEASES, one.get(10, TimeUnit.SECONDS));
    ask("post", LEASE + "/transfer", first, null);
    description.see("post", LEASES, two.get(10, TimeUnit.SECONDS));
  }

  void keys() throws Exception {
    Told told = ask("post", LEASES, "", "{'key':'b/1','ttl':'1h','holder':'h','lockDelay':1}");
    ask("get", "/v1/keys", "?prefix=b/&limit=1", null);
    ask("get", "/v1/keys", "?cursor=x", null);
    ask("post", LEASES, "", "{'key':'b/2','ttl':'1h','holder':'h','slots':1,'value':'v'}");
    ask("post", LEASES, "", "{'key':'b/3','ttl':'1h','holder':'h','valueBase64':'/w=='}");
    ask("get", "/v1/keys", "?prefix=b/&limit=9", null);
    ask("get", KEY, "b/2", null);
    ask("get", KEY, "b/3", null);
    ask("get", KEY, "", null);
    ask("delete", KEY, "b/1", "{'token':7}");
    String breaking = "{'grace':'ttl','reason':'r','requestId':'x','token':" + told.number("token");
    ask("delete", KEY, "b/1", breaking + "}");
    ask("get", KEY, "b/1", null);
    ask("get", LEASE, told.text("leaseId"), null);
    ask("get", "/v1/keys", "?prefix=b/1", null);
    ask("post", LEASE + "/renew", told.text("leaseId"), null);
    ask("post", "/v1/leases/renew", "", "{'leases':['" + told.text("leaseId") + "']}");
    ask("post", LEASE + "/transfer", told.text("leaseId"), "{'holder':'x'}");
    ask("delete", KEY, "b/1", null);
    ask("get", KEY, "b/1", null);
    ask("post", LEASES, "", "{'key':'b/1','ttl':1,'holder':'h'}");
    ask("get", LEASE, told.text("leaseId"), null);
    ask("delete", KEY, "nobody", null);
    ask("delete", KEY, "b/1?wrong=1", null);
  }

  void sessions() throws Exception {
    String wish = "{'ttl':30,'holder':'h','requestId':'s'}";
    String id = ask("post", "/v1/sessions", "", wish).text("sessionId");
    ask("post", "/v1/sessions", "", wish);
    ask("post", "/v1/sessions", "", "{'ttl':30}");
    for (int key = 0; key < 24; key++) {
      String under = "{'key':'u" + key + "','holder':'h','session':'" + id + "','slots':1}";
      String bound = ask("post", LEASES, "", under).text("leaseId");
      ask("get", LEASE, bound, null);
      ask("get", KEY, "u" + key, null);
      ask("post", LEASES, "", "{'key':'u" + key + "','ttl':1,'holder':'i'}");
      ask("post", LEASE + "/renew", bound, null);
    }
    ask("get", "/v1/keys", "?prefix=u", null);
    ask("get", "/v1/keys", "?prefix=u&limit=1", null);
    watch("?prefix=u&from=start", 24);
    ask("get", SESSION, id, null);
    ask("post", SESSION + "/keepalive", id, "{'requestId':'x'}");
    ask("delete", SESSION, id, "{'requestId':'x'}");
    ask("get", SESSION, id, null);
    ask("post", SESSION + "/keepalive", id, null);
    ask("post", "/v1/sessions", "", wish);
    ask("post", LEASES, "", "{'key':'u','holder':'h','session':'" + id + "'}");
    String brief =
        ask("post", "/v1/sessions", "", "{'ttl':'100ms','holder':'h'}").text("sessionId");
    OpenDoor.until(() -> quietly("get", SESSION, brief).status() == 410);
    ask("delete", SESSION, brief, null);
    for (String wrong : new String[] {"x", "x?wrong=1"}) {
      ask("get", SESSION, wrong, null);
      ask("delete", SESSION, wrong, null);
      ask("post", SESSION + "/keepalive", wrong, null);
    }
  }

  void fencesAndHealth() throws Exception {
    ask("post", FENCE, "f", "{'token':7,'requestId':'x'}");
    ask("post", FENCE, "f", "{'token':6}");
    ask("post", FENCE, "f", "{}");
    ask("get", FENCE, "f", null);
    ask("get", FENCE, "f?wrong=1", null);
    ask("get", "/livez", "", null);
    ask("get", "/readyz", "", null);
    ask("get", "/readyz", "?verbose", null);
    ask("get", "/openapi.yaml", "", null);
  }

  void watches() throws Exception {
    ask("get", "/v1/watch", "?from=x", null);
    Events events = Events.of(door, "?prefix=e");
    Told told = ask("post", LEASES, "", "{'key':'e1','ttl':'1h','holder':'h','slots':1}");
    ask("put", LEASE + "/value", told.text("leaseId"), "{'value':'v'}");
    ask("put", LEASE + "/value", told.text("leaseId"), "{'valueBase64':'/w=='}");
    ask("delete", KEY, "e1", "{'grace':'1h','reason':'r'}");
    for (int event = 0; event < 4; event++) {
      description.check("Event", events.next().data(), "an event");
    }
    events.close();
    watch("?prefix=e&from=start", 1);
    watch("?prefix=e&from=start", 1);
    try (Socket socket = door.socket()) {
      Raw.send(socket, "HEAD /v1/watch HTTP/1.1\r\nHost: localhost\r\n\r\n");
      Raw.Answer head = Raw.answer(socket);
      description.see("get", "/v1/watch", told(head, "text/event-stream"));
    }
  }

  void stream() throws Exception {
    ask("get", "/v1/stream", "", null);
    try (Socket socket = door.socket()) {
      Raw.send(
          socket,
          "GET /v1/stream HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
              + "Connection: Upgrade\r\n"
              + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
              + "Sec-WebSocket-Protocol: tenure.v1.bin\r\n\r\n");
      description.see("get", "/v1/stream", told(Raw.answer(socket), ""));
    }
  }

  /** Causes the answers that every path may give. */
  void strangers() throws Exception {
    see(door.send("PATCH", LEASES, null));
    see(door.get("/nowhere"));
    see(door.get("/annex"));
    see(door.send("POST", LEASES, "{}", "Sec-Fetch-Site", "cross-site"));
    see(door.send("POST", LEASES, "{}", "Authorization", "Bearer garbage"));
    see(Raw.post(door, LEASES, "x", "Content-Type", "text/plain"));
    see(door.post(LEASES, " ".repeat(70_000)));
    raw("GET /" + "x".repeat(20_000) + " HTTP/1.1\r\n\r\n");
    raw("GET / HTTP/1.1\r\nX: " + "x".repeat(20_000) + "\r\n\r\n");
    raw("POST /v1/leases HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{");
    raw("GET /livez HTTP/1.1\r\n\r\n");
  }

  void storeAway() throws Exception {
    String id = ask("post", LEASES, "", "{'key':'p','ttl':'1h','holder':'h'}").text("leaseId");
    door.store.shut();
    CompletableFuture<Told> breaking = door.later("DELETE", "/v1/keys/p?grace=1h", null);
    OpenDoor.until(() -> renewal(id).equals("PENDING"));
    ask("post", LEASES, "", "{'key':'away','ttl':30,'holder':'h'}");
    ask("post", LEASES, "", "{'key':'away','ttl':30,'holder':'h'}");
    ask("delete", KEY, "e1", null);
    ask("get", "/readyz", "", null);
    door.store.open();
    description.see("delete", KEY, breaking.get(10, TimeUnit.SECONDS));
  }

  /** Renews twice in one request, because a single renewal would wait. */
  private String renewal(String id) {
    try {
      String twice = "{'leases':['" + id + "','" + id + "']}";
      Told told = ask("post", "/v1/leases/renew", "", twice);
      return String.valueOf(told.objects("results").get(0).get("code"));
    } catch (Exception failed) {
      throw new AssertionError(failed);
    }
  }

  void shut() throws Exception {
    ask("delete", KEY, "a", null);
    ask("post", LEASES, "", "{'key':'a','ttl':'1h','holder':'h'}");
    for (int key = 0; key < 60; key++) {
      ask("post", LEASES, "", "{'key':'l" + key + "','ttl':'1h','holder':'h'}");
    }
  }

  /** Calls a standby, which owns no shard. */
  void standby() throws Exception {
    String id = new LeaseId(0, 1, 2, 3, 4).text();
    ask("post", LEASES, "", "{'key':'a','ttl':30,'holder':'h'}");
    ask("post", "/v1/leases/renew", "", "{'leases':['" + id + "']}");
    ask("get", LEASE, id, null);
    ask("delete", LEASE, id, null);
    ask("post", LEASE + "/renew", id, null);
    ask("post", LEASE + "/transfer", id, null);
    ask("put", LEASE + "/value", id, "{'value':''}");
    ask("get", "/v1/keys", "", null);
    ask("get", KEY, "a", null);
    ask("post", "/v1/sessions", "", "{'ttl':30,'holder':'h'}");
    ask("get", SESSION, id, null);
    ask("delete", SESSION, id, null);
    ask("post", SESSION + "/keepalive", id, null);
    ask("get", FENCE, "f", null);
    ask("post", FENCE, "f", "{'token':1}");
    ask("get", "/v1/watch", "", null);
    ask("get", "/readyz", "", null);
  }

  private void watch(String query, int shown) throws Exception {
    Events events = Events.of(door, query);
    for (int one = 0; one < shown; one++) {
      description.check("Event", events.next("shown").data(), "shown");
    }
    events.close();
  }

  private void raw(String request) throws Exception {
    try (Socket socket = door.socket()) {
      Raw.send(socket, request);
      Raw.Answer answer = Raw.answer(socket);
      see(told(answer, "application/problem+json"));
    }
  }

  private Told told(Raw.Answer answer, String type) throws Exception {
    Map<String, Object> body = answer.body().isEmpty() ? Map.of() : Told.object(answer.body());
    return new Told(answer.status(), type, body, door.get("/livez").http());
  }

  private void see(Told told) {
    description.see("", "", told);
  }

  private Told quietly(String method, String template, String name) {
    try {
      return ask(method, template, name, null);
    } catch (Exception failed) {
      throw new AssertionError(failed);
    }
  }

  Told ask(String method, String template, String name, @Nullable String json) throws Exception {
    int brace = template.indexOf('{');
    String path =
        brace < 0 ? template + name : template.substring(0, brace) + insert(template, name);
    String body = json == null ? null : json.replace('\'', '"');
    if (body != null && body.length() < 4_000) {
      Map<String, Object> sent = Told.object(body);
      sent.keySet().forEach(field -> description.sent(method, template, field));
    }
    Told told = door.send(method.toUpperCase(Locale.ROOT), path, body);
    description.see(method, template, told);
    return told;
  }

  /** Inserts the name; a query of the name moves to the end of the path. */
  private static String insert(String template, String name) {
    String after = template.substring(template.indexOf('}') + 1);
    int query = name.indexOf('?');
    return query < 0 ? name + after : name.substring(0, query) + after + name.substring(query);
  }
}
