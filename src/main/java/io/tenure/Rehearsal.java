package io.tenure;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetSocket;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletionStage;

/**
 * Runs a server from its start through one request to its end, so that Java can write down the
 * classes it needed and find them ready at the next start. The launcher does so after each build.
 * No variable counts: it must not come near anybody's store.
 */
final class Rehearsal {

  /** Stands before the words of the command. */
  static final String WORD = "--rehearse";

  private static final String REQUEST =
      """
      POST /v1/leases?key=rehearsal&holder=tenure&ttl=1s HTTP/1.1
      Host: localhost
      Content-Length: 0
      Connection: close

      """;

  private Rehearsal() {}

  static void begin(Setup setup, CompletionStage<Vertx> vertx) {
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    Running running = new Running(setup, vertx, nowhere, nowhere, System::exit);
    running.begin().onSuccess(port -> vertx.thenAccept(loaded -> ask(loaded, port, running::end)));
  }

  private static void ask(Vertx vertx, int port, Runnable end) {
    vertx
        .createNetClient()
        .connect(port, "127.0.0.1")
        .onSuccess(socket -> ask(socket, end))
        .onFailure(refused -> end.run());
  }

  private static void ask(NetSocket socket, Runnable end) {
    socket.closeHandler(answered -> end.run());
    socket.write(Buffer.buffer(REQUEST.replace("\n", "\r\n")));
  }
}
