package io.tenure.door.ws;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.websocketx.CorruptedWebSocketFrameException;

/**
 * Hears of frames that Netty cannot take, and closes with the code that says why: Vert.x would cut
 * the connection without a word. What comes behind such a frame is passed over. Owned by its loop.
 */
final class Violations extends ChannelInboundHandlerAdapter {

  private final Outbox outbox;

  Violations(Outbox outbox) {
    this.outbox = outbox;
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable thrown) {
    if (thrown instanceof CorruptedWebSocketFrameException broken) {
      outbox.close((short) broken.closeStatus().code(), broken.getMessage());
    } else {
      context.fireExceptionCaught(thrown);
    }
  }
}
