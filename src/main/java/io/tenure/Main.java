package io.tenure;

import io.vertx.core.Vertx;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** What {@code ./tenure} runs. */
public final class Main {

  private Main() {}

  public static void main(String[] words) {
    boolean rehearses = words.length > 0 && words[0].equals(Rehearsal.WORD);
    String[] rest = rehearses ? Arrays.copyOfRange(words, 1, words.length) : words;
    // Vert.x and the command line take as long as each other to load: it is had meanwhile. By a
    // thread that keeps the process alive: those of the common pool do not.
    CompletionStage<Vertx> vertx =
        Commands.serves(rest)
            ? CompletableFuture.supplyAsync(
                Running::vertx, task -> new Thread(task, "loads Vert.x").start())
            : new CompletableFuture<>();
    Commands commands =
        rehearses
            ? new Commands(Map.of(), System.out, System.err, setup -> Rehearsal.begin(setup, vertx))
            : new Commands(System.getenv(), System.out, System.err, setup -> serve(setup, vertx));
    int code = commands.run(rest);
    if (code != Commands.GOES_ON) {
      System.exit(code);
    }
  }

  private static void serve(Setup setup, CompletionStage<Vertx> vertx) {
    new Running(setup, vertx, System.out, System.err, System::exit).begin();
  }
}
