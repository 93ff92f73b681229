package io.tenure.door.ws;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CorruptedWebSocketFrameException;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.tenure.vertx.VertxInternals;
import io.vertx.core.Context;
import io.vertx.core.Handler;

/**
 * Takes three kinds of frames out of Netty's pipeline before Vert.x sees them. Vert.x would copy
 * and queue whole compact frames. Vert.x would answer pings even if the client does not read the
 * answers. After violations of the protocol, Vert.x would cut the connection without a message.
 * Owned by one event loop.
 */
final class FrameInterceptor extends ChannelInboundHandlerAdapter {

  private final ServerStream stream;
  private final Context context;
  private final Handler<ByteBuf> take;
  private final Handler<ByteBuf> answerPing;

  FrameInterceptor(ServerStream stream, Context context) {
    this.stream = stream;
    this.context = context;
    take = stream::take;
    answerPing = stream::answerPing;
  }

  @Override
  public void channelRead(ChannelHandlerContext pipeline, Object message) {
    if (message instanceof PingWebSocketFrame ping) {
      hand(ping, answerPing);
    } else if (message instanceof BinaryWebSocketFrame frame
        && frame.isFinalFragment()
        && stream.takesFrames()) {
      hand(frame, take);
    } else {
      if (message instanceof CloseWebSocketFrame) {
        stream.left();
      }
      pipeline.fireChannelRead(message);
    }
  }

  private void hand(WebSocketFrame frame, Handler<ByteBuf> to) {
    try {
      VertxInternals.enter(context, frame.content(), to);
    } finally {
      frame.release();
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext pipeline) {
    stream.readComplete(pipeline);
    pipeline.fireChannelReadComplete();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext pipeline, Throwable thrown) {
    if (thrown instanceof CorruptedWebSocketFrameException broken) {
      stream.violated(broken.closeStatus().code(), String.valueOf(broken.getMessage()));
    } else {
      pipeline.fireExceptionCaught(thrown);
    }
  }
}
