package io.tenure.client;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.client.calls.LeaseCalls;
import io.tenure.client.calls.WatchRequest;
import io.tenure.client.error.UnreachableException;
import io.tenure.door.http.OpenDoor;
import java.net.ServerSocket;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/** Checks the errors of the client when another program than Tenure answers at the address. */
final class OtherServersTest {

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private static <T extends Throwable> T refusal(Class<T> type, Mono<?> mono) {
    return assertThrows(type, () -> mono.block(PATIENCE));
  }

  @Test
  void whoIsSilentIsGivenUp() throws Exception {
    try (ServerSocket silent = new ServerSocket(0)) {
      String address = "http://127.0.0.1:" + silent.getLocalPort();
      ClientOptions options = ClientOptions.of(address).withoutStream();
      try (TenureClient patient = TenureClient.connect(options)) {
        LeaseCalls brief = patient.calls().within(Duration.ofMillis(100));

        UnreachableException given = refusal(UnreachableException.class, brief.key("a"));

        assertTrue(given.getMessage().contains(address), given.getMessage());
        refusal(UnreachableException.class, brief.watch(WatchRequest.key("a")).next());
      }
    }
  }

  @Test
  void whoeverIsNoTenureServerIsToldApart() throws Exception {
    try (var other = new OtherServer("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 4\r\n\r\noops");
        TenureClient lost = TenureClient.connect(ClientOptions.of(other.address()))) {
      UnreachableException no = refusal(UnreachableException.class, lost.calls().key("a"));

      assertTrue(no.getMessage().contains("502"), no.getMessage());
    }
  }

  @Test
  void whoeverRefusesAWatchWithoutAnEndIsNotHeardToTheEnd() throws Exception {
    String head = "HTTP/1.1 503 No\r\nContent-Length: 9000000000\r\n\r\n";
    try (var endless = new OtherServer(head, OtherServer.Rest.WITHOUT_END);
        TenureClient lost = TenureClient.connect(ClientOptions.of(endless.address()))) {
      UnreachableException no =
          refusal(UnreachableException.class, lost.calls().watch(WatchRequest.key("a")).next());

      assertTrue(no.getMessage().contains("503"), no.getMessage());
      OpenDoor.until(endless::isCut);
    }
  }
}
