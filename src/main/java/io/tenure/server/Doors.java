package io.tenure.server;

import io.tenure.door.Gateway;
import io.tenure.door.GatewayOptions;
import io.tenure.door.RequestLog;
import io.tenure.door.http.HttpDoor;
import io.tenure.door.http.HttpOptions;
import io.tenure.door.ws.StreamDoor;
import io.tenure.server.audit.AuditLog;
import io.tenure.server.config.ServerOptions;
import io.tenure.server.log.RequestLogLines;
import io.tenure.shard.ShardRouter;
import io.tenure.view.OperatorPages;
import io.tenure.view.ServerInfo;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntSupplier;
import org.slf4j.ILoggerFactory;
import org.slf4j.Logger;

/** The front doors of a server, opened together and closed together. */
final class Doors {

  private static final String MISTAKE = "a request failed because of a mistake in this server";

  private final HttpDoor http;
  private final OperatorPages operations;
  private final AuditLog audit;
  private final Vertx vertx;

  private Doors(Vertx vertx, HttpDoor http, OperatorPages operations, AuditLog audit) {
    this.vertx = vertx;
    this.http = http;
    this.operations = operations;
    this.audit = audit;
  }

  static Future<Doors> open(
      Vertx vertx, ShardRouter router, ServerOptions setup, ILoggerFactory loggers) {
    AuditLog audit = AuditLog.open(setup, loggers.getLogger(AuditLog.ROOM));
    Logger log = loggers.getLogger("door");
    RequestLog requests = setup.log().requests() ? new RequestLogLines(log) : RequestLog.NONE;
    Gateway gateway =
        new Gateway(
            router,
            new GatewayOptions(
                setup.doors().breaking(), audit, requests, mistake -> log.error(MISTAKE, mistake)));
    StreamDoor stream = new StreamDoor(vertx, gateway, setup.doors().streams());
    AtomicReference<HttpDoor> opened = new AtomicReference<>();
    HttpOptions options =
        HttpOptions.DEFAULT
            .withAddress(setup.doors().host(), setup.doors().port())
            .withLimits(setup.doors().http())
            .withNames(setup.doors().names())
            .withFrameBytes(setup.doors().streams().frameBytes())
            .withAnnex(stream.route())
            .withStore(StartupMessage.store(setup.config().store()));
    return OperatorPages.open(vertx, gateway, facts(setup, connections(opened), stream::streams))
        .compose(operations -> open(vertx, gateway, options, operations, audit))
        .onSuccess(doors -> opened.set(doors.http))
        .recover(
            refused ->
                Future.failedFuture(
                    ListenFailure.of(setup.doors().host(), setup.doors().port(), refused)));
  }

  private static Future<Doors> open(
      Vertx vertx, Gateway gateway, HttpOptions options, OperatorPages operations, AuditLog audit) {
    return HttpDoor.open(vertx, gateway, options.withAnnexes(operations.annexes()))
        .map(http -> new Doors(vertx, http, operations, audit))
        .onFailure(refused -> operations.close());
  }

  int port() {
    return http.port();
  }

  /** Takes no new work, and ends what waits. */
  Future<Void> close() {
    return operations.close().eventually(http::close).eventually(this::closeAudit);
  }

  private Future<Void> closeAudit() {
    return Future.fromCompletionStage(audit.close(), vertx.getOrCreateContext());
  }

  private static ServerInfo facts(
      ServerOptions setup, IntSupplier connections, IntSupplier streams) {
    return new ServerInfo(
        Version.TEXT,
        StartupMessage.store(setup.config().store()),
        setup.config().store().relaxed() ? "relaxed" : "strict",
        setup.doors().breaking(),
        connections,
        streams);
  }

  private static IntSupplier connections(AtomicReference<HttpDoor> opened) {
    return () -> opened.get() == null ? 0 : opened.get().connections();
  }
}
