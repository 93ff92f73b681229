package io.tenure.server;

import io.tenure.door.Gateway;
import io.tenure.door.GatewayOptions;
import io.tenure.door.RequestLog;
import io.tenure.door.http.ConnectionCount;
import io.tenure.door.http.HttpDoor;
import io.tenure.door.http.HttpLimits;
import io.tenure.door.http.HttpOptions;
import io.tenure.door.http.StoreInfo;
import io.tenure.door.ws.StreamDoor;
import io.tenure.server.audit.AuditLog;
import io.tenure.server.config.OpsPort;
import io.tenure.server.config.ServerOptions;
import io.tenure.server.config.Setting;
import io.tenure.server.log.RequestLogLines;
import io.tenure.view.OperatorPages;
import io.tenure.view.ServerInfo;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.Optional;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.ILoggerFactory;
import org.slf4j.Logger;

/** The front doors of a server, opened together and closed together. */
final class Doors {

  private static final String MISTAKE = "a request failed because of a mistake in this server";

  /** Enough for a few operators with open dashboards, for scrapers and for probes. */
  private static final int OPS_CONNECTIONS = 256;

  private final Vertx vertx;
  private final HttpDoor http;
  private final @Nullable HttpDoor ops;
  private final OperatorPages operations;
  private final AuditLog audit;

  private Doors(
      Vertx vertx,
      HttpDoor http,
      @Nullable HttpDoor ops,
      OperatorPages operations,
      AuditLog audit) {
    this.vertx = vertx;
    this.http = http;
    this.ops = ops;
    this.operations = operations;
    this.audit = audit;
  }

  static Future<Doors> open(
      Vertx vertx, LeasingEngine engine, ServerOptions setup, ILoggerFactory loggers) {
    AuditLog audit = AuditLog.open(setup, loggers.getLogger(AuditLog.ROOM));
    Logger log = loggers.getLogger("door");
    RequestLog requests = setup.log().requests() ? new RequestLogLines(log) : RequestLog.NONE;
    Gateway gateway =
        new Gateway(
            engine.router(),
            new GatewayOptions(
                setup.doors().breaking(), audit, requests, mistake -> log.error(MISTAKE, mistake)));
    StreamDoor stream = new StreamDoor(vertx, gateway, setup.doors().streams());
    ConnectionCount connections = new ConnectionCount(setup.doors().http(), log::warn);
    HttpOptions options =
        HttpOptions.DEFAULT
            .withLimits(setup.doors().http())
            .withFrameBytes(setup.doors().streams().frameBytes())
            .withStore(new StoreInfo(setup.config().store().address(), engine::product));
    ServerInfo facts = facts(setup, connections, stream::streams);
    Future<HttpOptions> named =
        MachineNames.addTo(setup.doors().names(), vertx, log).map(options::withNames);
    Future<OperatorPages> operations =
        named.compose(known -> OperatorPages.open(vertx, gateway, facts));
    Future<HttpOptions> pages =
        operations.map(opened -> named.result().withAnnexes(opened.annexes()));
    Future<Optional<HttpDoor>> ops =
        pages.compose(served -> openOps(vertx, gateway, served, setup.doors().ops(), log));
    return ops.compose(
            opened ->
                openMain(
                    vertx, gateway, pages.result().withAnnex(stream.route()), setup, connections))
        .map(http -> new Doors(vertx, http, ops.result().orElse(null), operations.result(), audit))
        .onFailure(refused -> close(operations, ops));
  }

  /** Closes what was opened before a port was refused. */
  private static void close(Future<OperatorPages> operations, Future<Optional<HttpDoor>> ops) {
    ops.onSuccess(opened -> opened.ifPresent(HttpDoor::close));
    operations.onSuccess(OperatorPages::close);
  }

  private static Future<HttpDoor> openMain(
      Vertx vertx,
      Gateway gateway,
      HttpOptions options,
      ServerOptions setup,
      ConnectionCount connections) {
    String host = setup.doors().host();
    int port = setup.doors().port();
    return HttpDoor.open(vertx, gateway, options.withAddress(host, port), connections)
        .recover(
            refused ->
                Future.failedFuture(
                    new ListenFailure(Setting.HOST, Setting.PORT).of(host, port, refused)));
  }

  /** Opens the ops port if there is one. */
  private static Future<Optional<HttpDoor>> openOps(
      Vertx vertx, Gateway gateway, HttpOptions options, @Nullable OpsPort ops, Logger log) {
    if (ops == null) {
      return Future.succeededFuture(Optional.empty());
    }
    HttpLimits limits =
        options.limits().withConnections(HttpLimits.Connections.sharedBy(OPS_CONNECTIONS));
    HttpOptions forOperators =
        options.withAddress(ops.host(), ops.port()).withLimits(limits).onlyForOperators();
    ConnectionCount connections =
        new ConnectionCount(limits, notice -> log.warn("the ops port {}", notice));
    return HttpDoor.open(vertx, gateway, forOperators, connections)
        .map(Optional::of)
        .recover(
            refused ->
                Future.failedFuture(
                    new ListenFailure(Setting.OPS_HOST, Setting.OPS_PORT)
                        .of(ops.host(), ops.port(), refused)));
  }

  int port() {
    return http.port();
  }

  /** Takes no new work, and ends what waits. Operators can watch that until the end. */
  Future<Void> close() {
    return operations
        .close()
        .eventually(http::close)
        .eventually(() -> ops == null ? Future.succeededFuture() : ops.close())
        .eventually(this::closeAudit);
  }

  private Future<Void> closeAudit() {
    return Future.fromCompletionStage(audit.close(), vertx.getOrCreateContext());
  }

  private static ServerInfo facts(
      ServerOptions setup, ConnectionCount connections, IntSupplier streams) {
    return new ServerInfo(
        Version.TEXT,
        setup.config().store().address(),
        setup.config().store().relaxed() ? "relaxed" : "strict",
        setup.doors().breaking(),
        connections::open,
        connections::refused,
        streams);
  }
}
