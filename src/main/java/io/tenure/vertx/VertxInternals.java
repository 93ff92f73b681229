package io.tenure.vertx;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.EventExecutor;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.WebSocket;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.internal.PromiseInternal;
import io.vertx.core.internal.VertxInternal;
import io.vertx.core.internal.http.WebSocketInternal;
import io.vertx.core.net.impl.ConnectionBase;
import java.util.ArrayList;
import java.util.List;

/**
 * Wraps the internals of Vert.x that Tenure uses, which any version may change. Each method says
 * what the public API cannot do.
 */
public final class VertxInternals {

  private VertxInternals() {}

  /** Vert.x does not publish its number of loops, and a protocol needs a server on each. */
  public static int loops(Vertx vertx) {
    int loops = 0;
    for (var all = ((VertxInternal) vertx).nettyEventLoopGroup().iterator(); all.hasNext(); ) {
      all.next();
      loops++;
    }
    return loops;
  }

  /** One on each loop, in the order of the loops: Vert.x chooses the loop of a context itself. */
  public static List<Context> contexts(Vertx vertx) {
    List<Context> contexts = new ArrayList<>();
    for (EventExecutor loop : ((VertxInternal) vertx).nettyEventLoopGroup()) {
      contexts.add(context(vertx, (EventLoop) loop));
    }
    return contexts;
  }

  /**
   * The timers of Vert.x count milliseconds, and its contexts do not show which of them share a
   * thread.
   */
  public static EventLoop loop(Context context) {
    return ((ContextInternal) context).nettyEventLoop();
  }

  /** Vert.x chooses the loop of a new context itself. */
  public static Context context(Vertx vertx, EventLoop loop) {
    return ((VertxInternal) vertx).contextBuilder().withEventLoop(loop).build();
  }

  /** A request has a context of its own, and nothing public leads from it to that of its server. */
  public static Context shared(Context context) {
    return ((ContextInternal) context).unwrap();
  }

  /**
   * Runs at once, if Netty calls it on the loop of the context: {@link Context#runOnContext} would
   * queue it behind waiting tasks. An exception of {@code to} goes to the context.
   */
  public static <T> void enter(Context context, T message, Handler<T> to) {
    ((ContextInternal) context).dispatch(message, to);
  }

  /**
   * A promise that completes on the context: a public promise completes on the thread that
   * completes it.
   */
  public static <T> Promise<T> promise(Context context) {
    return ((ContextInternal) context).promise();
  }

  /** Vert.x closes a connection, and bounds the reads of one turn, only in its own way. */
  public static Channel channel(HttpConnection connection) {
    return ((ConnectionBase) connection).channel();
  }

  /**
   * Closes the connection without sending the remaining bytes. The close of Vert.x waits until the
   * client has read them, so the close must not pass the handler of Vert.x. Without a first context
   * in the pipeline, the connection is closed already.
   */
  public static void cut(Channel channel) {
    ChannelHandlerContext first = channel.pipeline().firstContext();
    if (first != null) {
      first.close();
    }
  }

  /**
   * Vert.x copies and queues each frame of a WebSocket, which costs more than the work of the
   * request.
   */
  public static ChannelHandlerContext pipeline(WebSocket socket) {
    return ((WebSocketInternal) socket).channelHandlerContext();
  }

  /** Completes on the context after the write. It bypasses Vert.x for the same reason. */
  public static Future<Void> write(
      ChannelHandlerContext pipeline, Object message, Context context) {
    PromiseInternal<Void> written = ((ContextInternal) context).promise();
    pipeline.writeAndFlush(message).addListener(written);
    return written.future();
  }
}
