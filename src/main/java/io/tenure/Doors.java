package io.tenure;

import io.tenure.door.http.HttpDoor;
import io.tenure.door.http.HttpOptions;
import io.tenure.door.ws.StreamDoor;
import io.tenure.door.ws.StreamOptions;
import io.tenure.shard.Leases;
import io.vertx.core.Future;
import io.vertx.core.Vertx;

/** The front doors of a server, opened together and closed together. */
final class Doors {

  private final HttpDoor http;

  private Doors(HttpDoor http) {
    this.http = http;
  }

  static Future<Doors> open(Vertx vertx, Leases leases, Setup setup, Log log) {
    StreamOptions streams =
        new StreamOptions(
            setup.config().limits(),
            setup.streams(),
            setup.breaking(),
            mistake -> log.line(mistake(mistake)));
    HttpOptions options =
        HttpOptions.STANDARD
            .withAddress(setup.host(), setup.port())
            .withLeaseLimits(setup.config().limits())
            .withLimits(setup.http())
            .withBreaking(setup.breaking())
            .withFrameBytes(setup.streams().frameBytes())
            .withAnnex(StreamDoor.PATH, new StreamDoor(vertx, leases, streams))
            .withMistakes(mistake -> log.line(mistake(mistake)));
    return HttpDoor.open(vertx, leases, options)
        .map(Doors::new)
        .recover(
            refused -> Future.failedFuture(CannotListen.of(setup.host(), setup.port(), refused)));
  }

  int port() {
    return http.port();
  }

  /** Takes no new work, and ends what waits. */
  Future<Void> close() {
    return http.close();
  }

  private static LogLine mistake(Throwable mistake) {
    return LogLine.error("door", "a request was answered with a mistake of this server's own")
        .because(mistake);
  }
}
