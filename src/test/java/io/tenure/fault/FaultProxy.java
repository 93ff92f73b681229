package io.tenure.fault;

import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** A proxy between a server and its Redis that can treat traffic as a bad network does. */
public final class FaultProxy implements AutoCloseable {

  /** The treatment of the bytes. */
  public enum Weather {
    FAIR,
    /** Every piece is delayed, in order. */
    SLOW,
    /** Connections are accepted and stay open, and nothing passes. */
    HALF_OPEN,
    /** Requests pass and are executed; their answers do not pass. */
    DEAF,
    /** Connections are closed, and new ones, too. */
    CUT
  }

  private static final int PATIENCE_SECONDS = 10;

  private final Vertx vertx;
  private final NetServer server;
  private final NetClient client;
  private final Set<NetSocket> sockets = new HashSet<>();
  private final int port;
  private volatile int target;
  private volatile Weather weather = Weather.FAIR;
  private volatile int slowMillis = 1;

  public FaultProxy(Vertx vertx, int target) {
    this.vertx = vertx;
    this.target = target;
    client = vertx.createNetClient();
    server = vertx.createNetServer().connectHandler(this::accept);
    try {
      server
          .listen(0, "127.0.0.1")
          .toCompletionStage()
          .toCompletableFuture()
          .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (Exception failed) {
      throw new IllegalStateException("the proxy does not listen", failed);
    }
    port = server.actualPort();
  }

  public int port() {
    return port;
  }

  /**
   * Changes the weather; it cuts connections with lost bytes, because their streams are incomplete.
   */
  public void become(Weather next) {
    boolean swallowed = weather == Weather.HALF_OPEN || weather == Weather.DEAF;
    weather = next;
    if (next == Weather.CUT || swallowed) {
      cut();
    }
  }

  /** Connects to another port from now on, like an address that moves to another machine. */
  void leadTo(int port) {
    target = port;
    cut();
  }

  public void slow(int millis) {
    slowMillis = millis;
    become(Weather.SLOW);
  }

  @Override
  public void close() {
    server.close();
    client.close();
    cut();
  }

  private void cut() {
    synchronized (sockets) {
      Set.copyOf(sockets).forEach(NetSocket::close);
    }
  }

  private void accept(NetSocket near) {
    if (weather == Weather.CUT) {
      near.close();
      return;
    }
    near.pause();
    client
        .connect(target, "127.0.0.1")
        .onFailure(refused -> near.close())
        .onSuccess(far -> join(near, far));
  }

  private void join(NetSocket near, NetSocket far) {
    track(near, far);
    track(far, near);
    near.handler(new Lane(far, false));
    far.handler(new Lane(near, true));
    near.resume();
  }

  private void track(NetSocket socket, NetSocket other) {
    synchronized (sockets) {
      sockets.add(socket);
    }
    socket.exceptionHandler(broken -> socket.close());
    socket.closeHandler(
        closed -> {
          synchronized (sockets) {
            sockets.remove(socket);
          }
          other.close();
        });
  }

  /** One direction of one connection. Owned by the loop of its connection. */
  private final class Lane implements Handler<Buffer> {
    private final NetSocket to;
    private final boolean answers;
    private final Queue<Buffer> underWay = new ArrayDeque<>();

    Lane(NetSocket to, boolean answers) {
      this.to = to;
      this.answers = answers;
    }

    @Override
    public void handle(Buffer piece) {
      Weather now = weather;
      if (now == Weather.HALF_OPEN || now == Weather.DEAF && answers) {
        return;
      }
      if (now != Weather.SLOW && underWay.isEmpty()) {
        to.write(piece);
        return;
      }
      underWay.add(piece);
      vertx.setTimer(now == Weather.SLOW ? slowMillis : 1, due -> to.write(underWay.remove()));
    }
  }
}
