package io.tenure.vertx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks the cut of connections with clients that do not read. */
class VertxInternalsTest {

  @Test
  void aConnectionThatLostItsHandlersAlreadyIsCutOnceMore() {
    EmbeddedChannel channel = new EmbeddedChannel();
    channel.close();
    assertNull(channel.pipeline().firstContext());

    VertxInternals.cut(channel);

    assertFalse(channel.isOpen());
  }

  @Test
  void aCutPassesNoHandlerThatCouldWait() {
    List<String> asked = new ArrayList<>();
    ChannelDuplexHandler waits =
        new ChannelDuplexHandler() {
          @Override
          public void close(ChannelHandlerContext here, ChannelPromise closed) {
            asked.add("close");
          }
        };
    EmbeddedChannel channel = new EmbeddedChannel(waits);

    VertxInternals.cut(channel);

    assertEquals(List.of(), asked);
    assertFalse(channel.isOpen());
  }
}
