package io.tenure.shard.loop;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.door.http.OpenDoor;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class LoopExecutorTest {

  /** Without sockets between the turns there would be millions. */
  private static final int TURNS_MAX = 20_000;

  @Test
  void whoeverHasMuchToDoLeavesTimeForTheSocketsOfItsLoop() throws Exception {
    Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
    try {
      CompletableFuture<Void> heard = new CompletableFuture<>();
      NetServer server =
          vertx.createNetServer().connectHandler(to -> to.handler(said -> heard.complete(null)));
      int port = OpenDoor.get(server.listen(0, "127.0.0.1")).actualPort();
      NetSocket socket = OpenDoor.get(vertx.createNetClient().connect(port, "127.0.0.1"));
      Context context = vertx.getOrCreateContext();
      Busy busy = new Busy(LoopExecutor.on(context), heard);

      context.runOnContext(
          nothing -> {
            socket.write("hear me");
            busy.run();
          });

      heard.get(30, TimeUnit.SECONDS);
      assertTrue(busy.taken.get() < TURNS_MAX, busy.taken + " turns");
    } finally {
      OpenDoor.get(vertx.close());
    }
  }

  /** A caller's loop may end before the shard that answers the caller: at the end of a server. */
  @Test
  void aTurnForALoopThatHasEndedIsDropped() throws Exception {
    Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
    LoopExecutor ended = LoopExecutor.on(vertx.getOrCreateContext());
    OpenDoor.get(vertx.close());
    CompletableFuture<Void> ran = new CompletableFuture<>();

    ended.soon(() -> ran.complete(null));

    assertFalse(ran.isDone());
  }

  /** A task that goes on until its test ends it. */
  private static final class Busy implements Runnable {
    private final LoopExecutor executor;
    private final CompletableFuture<Void> done;
    private final AtomicInteger taken = new AtomicInteger();

    private Busy(LoopExecutor executor, CompletableFuture<Void> done) {
      this.executor = executor;
      this.done = done;
    }

    @Override
    public void run() {
      taken.incrementAndGet();
      if (!done.isDone()) {
        executor.later(this);
      }
    }
  }
}
