package io.tenure.door.http;

import io.tenure.api.Limits;
import io.tenure.door.OperatorAudit;
import io.tenure.door.RequestLog;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpServerRequest;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * How the door is to be opened.
 *
 * @param port 0 for any that is free
 * @param leaseLimits those of the shards, so that people are told in their own units
 * @param names by which the server may be asked for
 * @param breaking whether operators may change anything here that is not theirs
 * @param annexes by path, or by all that starts with a path that ends in a slash: what others serve
 *     on the same port, such as a stream or a dashboard; each is called on the loop of the
 *     connection, and from then on answers for its request alone
 * @param frameBytes of a WebSocket frame that comes to an annex
 * @param store what keeps the leases, as people call it
 * @param audit hears of what operators did
 * @param requests hears of every request that is answered
 * @param mistakes hears of mistakes of the server's own, which nobody at the door is told
 */
public record HttpOptions(
    String host,
    int port,
    Limits leaseLimits,
    HttpLimits limits,
    AllowedHosts names,
    boolean breaking,
    Map<String, Handler<HttpServerRequest>> annexes,
    int frameBytes,
    String store,
    OperatorAudit audit,
    RequestLog requests,
    Consumer<Throwable> mistakes) {

  public static final int PORT = 7420;

  public static final HttpOptions STANDARD =
      new HttpOptions(
          "127.0.0.1",
          PORT,
          Limits.STANDARD,
          HttpLimits.STANDARD,
          AllowedHosts.OWN,
          true,
          Map.of(),
          65_536,
          "",
          OperatorAudit.NOBODY,
          RequestLog.NOBODY,
          mistake -> {});

  public HttpOptions {
    annexes = Map.copyOf(annexes);
  }

  public HttpOptions withAddress(String newHost, int newPort) {
    return new HttpOptions(
        newHost,
        newPort,
        leaseLimits,
        limits,
        names,
        breaking,
        annexes,
        frameBytes,
        store,
        audit,
        requests,
        mistakes);
  }

  public HttpOptions withLeaseLimits(Limits wanted) {
    return new HttpOptions(
        host,
        port,
        wanted,
        limits,
        names,
        breaking,
        annexes,
        frameBytes,
        store,
        audit,
        requests,
        mistakes);
  }

  public HttpOptions withLimits(HttpLimits wanted) {
    return new HttpOptions(
        host,
        port,
        leaseLimits,
        wanted,
        names,
        breaking,
        annexes,
        frameBytes,
        store,
        audit,
        requests,
        mistakes);
  }

  public HttpOptions withNames(AllowedHosts wanted) {
    return new HttpOptions(
        host,
        port,
        leaseLimits,
        limits,
        wanted,
        breaking,
        annexes,
        frameBytes,
        store,
        audit,
        requests,
        mistakes);
  }

  public HttpOptions withBreaking(boolean wanted) {
    return new HttpOptions(
        host,
        port,
        leaseLimits,
        limits,
        names,
        wanted,
        annexes,
        frameBytes,
        store,
        audit,
        requests,
        mistakes);
  }

  public HttpOptions withAnnex(String path, Handler<HttpServerRequest> annex) {
    Map<String, Handler<HttpServerRequest>> more = new HashMap<>(annexes);
    more.put(path, annex);
    return new HttpOptions(
        host,
        port,
        leaseLimits,
        limits,
        names,
        breaking,
        more,
        frameBytes,
        store,
        audit,
        requests,
        mistakes);
  }

  public HttpOptions withFrameBytes(int wanted) {
    return new HttpOptions(
        host,
        port,
        leaseLimits,
        limits,
        names,
        breaking,
        annexes,
        wanted,
        store,
        audit,
        requests,
        mistakes);
  }

  public HttpOptions withStore(String name) {
    return new HttpOptions(
        host,
        port,
        leaseLimits,
        limits,
        names,
        breaking,
        annexes,
        frameBytes,
        name,
        audit,
        requests,
        mistakes);
  }

  public HttpOptions withAudit(OperatorAudit wanted) {
    return new HttpOptions(
        host,
        port,
        leaseLimits,
        limits,
        names,
        breaking,
        annexes,
        frameBytes,
        store,
        wanted,
        requests,
        mistakes);
  }

  public HttpOptions withRequests(RequestLog wanted) {
    return new HttpOptions(
        host,
        port,
        leaseLimits,
        limits,
        names,
        breaking,
        annexes,
        frameBytes,
        store,
        audit,
        wanted,
        mistakes);
  }

  public HttpOptions withMistakes(Consumer<Throwable> wanted) {
    return new HttpOptions(
        host,
        port,
        leaseLimits,
        limits,
        names,
        breaking,
        annexes,
        frameBytes,
        store,
        audit,
        requests,
        wanted);
  }
}
