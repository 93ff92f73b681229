package io.tenure.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tenure.door.AnnexExchange;
import io.tenure.door.AnnexRoute;
import io.tenure.door.ServerStoppingProblems;
import io.tenure.wire.ProblemException;
import io.vertx.core.http.HttpServerRequest;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Checks that pages are admitted as every other operation is. */
class StoppingPagesTest {

  @Test
  void whileTheServerStopsNoPageIsShown() {
    try (Shards shards = new Shards()) {
      ServerInfo facts = new ServerInfo("1", "memory", "strict", true, () -> 0, () -> 0, () -> 0);
      OperatorPages pages = Shards.get(OperatorPages.open(shards.vertx, shards.gateway, facts));
      HttpServerRequest request = answering(HttpServerRequest.class, null);
      AnnexExchange exchange = answering(AnnexExchange.class, request);

      shards.gateway.drain();

      for (AnnexRoute page : pages.annexes()) {
        if (page.address().equals("/metrics")) {
          continue;
        }
        ProblemException refused =
            assertThrows(
                ProblemException.class, () -> page.call().serve(exchange, ""), page.address());
        assertEquals(ServerStoppingProblems.REQUEST, refused.problem(), page.address());
      }
    }
  }

  /** Returns an object with only one answer to every call. */
  private static <T> T answering(Class<T> type, @Nullable Object answer) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> answer));
  }
}
