package io.tenure.server;

import io.tenure.cli.CommandEnvironment;
import io.tenure.server.config.ServerOptions;
import io.vertx.core.Vertx;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The main class, which {@code ./tenure} runs. */
public final class Main {

  /** The end of the names of those threads of the JDK. */
  private static final String HEARS_HTTP = "-SelectorManager";

  /**
   * The stream as it is before anything else is loaded: while Vert.x looks for a logging library it
   * replaces the stream, and text on that replacement would be lost.
   */
  private static final PrintStream ERR = System.err;

  private Main() {}

  public static void main(String[] words) {
    boolean rehearses = words.length > 0 && words[0].equals(CdsTraining.WORD);
    String[] rest = rehearses ? Arrays.copyOfRange(words, 1, words.length) : words;
    // Vert.x and the command line take as long as each other to load, so Vert.x loads meanwhile. It
    // loads on a thread that keeps the process alive: those of the common pool do not.
    CompletionStage<Vertx> vertx =
        CommandDispatcher.serves(rest)
            ? CompletableFuture.supplyAsync(
                ServerProcess::vertx, task -> new Thread(task, "loads Vert.x").start())
            : new CompletableFuture<>();
    Map<String, String> variables = rehearses ? Map.of() : System.getenv();
    int code =
        new CommandDispatcher(here(variables), setup -> serve(setup, vertx, rehearses), rest).run();
    if (code != CommandDispatcher.GOES_ON) {
      leave(code);
    }
  }

  /**
   * At its end Java waits 0.3 s for threads that are in a system call. The thread that reads for
   * the JDK's HTTP client always is, and has no other end before Java 21.
   */
  private static void leave(int code) {
    Thread[] all = new Thread[Thread.activeCount()];
    Thread.enumerate(all);
    for (Thread one : all) {
      if (one != null && one.getName().endsWith(HEARS_HTTP)) {
        one.interrupt();
      }
    }
    System.exit(code);
  }

  /** Data is UTF-8 in every locale of the machine. The launcher knows what Java cannot find out. */
  private static CommandEnvironment here(Map<String, String> variables) {
    PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    return new CommandEnvironment(
        variables,
        out,
        ERR,
        System.getProperty("tenure.terminals", ""),
        Long.getLong("tenure.launcher", 0),
        System.getProperty("tenure.words", ""),
        CommandDispatcher::duration);
  }

  private static void serve(ServerOptions setup, CompletionStage<Vertx> vertx, boolean rehearses) {
    if (rehearses) {
      CdsTraining.begin(setup, vertx);
    } else {
      new ServerProcess(setup, vertx, System.out, ERR, System::exit).begin();
    }
  }
}
