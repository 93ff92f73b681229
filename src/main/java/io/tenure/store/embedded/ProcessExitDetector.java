package io.tenure.store.embedded;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;

/** Hears at once that a process has ended, also one that another process started. */
final class ProcessExitDetector {

  /** A look takes some microseconds. Java by itself looks every other second. */
  private static final long LOOK_MILLIS = 20;

  private ProcessExitDetector() {}

  /** Completes on {@code context}, the context of the caller. */
  static Future<Void> of(ProcessHandle process, Vertx vertx, Context context) {
    var end = Promise.<Void>promise();
    if (process.parent().filter(ProcessHandle.current()::equals).isPresent()) {
      process.onExit().thenRun(() -> context.runOnContext(on -> end.complete()));
    } else {
      look(process, vertx, end);
    }
    return end.future();
  }

  private static void look(ProcessHandle process, Vertx vertx, Promise<Void> end) {
    // A process that has ended and waits for its parent to notice counts as alive, but has no
    // command.
    if (process.isAlive() && process.info().arguments().isPresent()) {
      vertx.setTimer(LOOK_MILLIS, again -> look(process, vertx, end));
    } else {
      end.complete();
    }
  }
}
