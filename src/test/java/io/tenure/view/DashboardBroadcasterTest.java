package io.tenure.view;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tenure.server.Opened;
import java.nio.file.Path;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DashboardBroadcasterTest {

  @Test
  void manyWhoComeAtOnceFindNoMoreRoomThanThereIs(@TempDir Path data) throws Exception {
    int viewers = 2 * DashboardBroadcaster.VIEWERS_MAX;
    ExecutorService together = Executors.newFixedThreadPool(viewers);
    try (Opened server = new Opened(data)) {
      Callable<Integer> come = () -> server.openStream("/ui/stream").statusCode();
      int admitted = 0;
      for (Future<Integer> each : together.invokeAll(Collections.nCopies(viewers, come))) {
        admitted += each.get() == 200 ? 1 : 0;
      }

      assertEquals(DashboardBroadcaster.VIEWERS_MAX, admitted);
    } finally {
      together.shutdownNow();
    }
  }
}
