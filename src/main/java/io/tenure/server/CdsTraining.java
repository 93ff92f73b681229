package io.tenure.server;

import io.tenure.cli.CommandEnvironment;
import io.tenure.server.config.ServerOptions;
import io.vertx.core.Vertx;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * Runs a server through a few commands, so that Java can record the classes that they need. The
 * next start finds these classes ready. The launcher does so after each build. No variable counts:
 * the run must not come near a real store.
 */
final class CdsTraining {

  /** Precedes the words of the command. */
  static final String WORD = "--rehearse";

  private static final List<String> COMMANDS =
      List.of(
          "acquire rehearsal --ttl 1s",
          "acquire rehearsal",
          "get rehearsal",
          "get rehearsal --json",
          "ls",
          "fence rehearsal 1",
          "hold rehearsal --wait 5s --ttl 5s -- true",
          "get rehearsal",
          "help hold");

  private CdsTraining() {}

  static void begin(ServerOptions setup, CompletionStage<Vertx> vertx) {
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    ServerProcess running = new ServerProcess(setup, vertx, nowhere, nowhere, System::exit);
    running
        .begin()
        .onSuccess(port -> new Thread(() -> ask(port, nowhere, running), "rehearses").start());
  }

  private static void ask(int port, PrintStream nowhere, ServerProcess running) {
    Map<String, String> variables = Map.of("TENURE_ADDR", "http://127.0.0.1:" + port);
    CommandEnvironment around =
        new CommandEnvironment(variables, nowhere, nowhere, "", 0, "", CommandDispatcher::duration);
    for (String command : COMMANDS) {
      new CommandDispatcher(around, setup -> {}, command.split(" ")).run();
    }
    running.end();
  }
}
