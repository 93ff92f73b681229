package io.tenure.client.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.LeaseId;
import io.tenure.api.Operation;
import io.tenure.wire.ClientRequest;
import java.net.URI;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;

/**
 * Checks that a stream forgets neither the requests that leave it nor the answers that it awaits.
 */
final class StreamSidesTest {

  private static final Duration SHORT = Duration.ofMillis(50);
  private static final ClientRequest QUESTION = ClientRequest.of(Operation.LOOK).with("key", "a");

  private final FakeSocket socket = new FakeSocket();
  private final ClientStream stream =
      new ClientStream(URI.create("http://nowhere:1"), lost -> {}, () -> {});

  private void open() {
    stream.onOpen(socket);
  }

  @Test
  void whateverWaitsLeavesWhenTheSocketTakesItAtOnce() {
    OutgoingMessages outgoing = new OutgoingMessages(socket, () -> {});
    CompletableFuture<WebSocket> busy = new CompletableFuture<>();
    socket.busy = busy;
    outgoing.text("first");
    for (int at = 0; at < OutgoingMessages.MESSAGES_MAX; at++) {
      assertTrue(outgoing.text("more"));
    }

    socket.busy = null;
    busy.complete(socket);
    outgoing.text("last");

    assertEquals(OutgoingMessages.MESSAGES_MAX + 2, socket.sent.size());
  }

  @Test
  void anAnswerIsOwedThoughNobodyWaitsForItAnyMore() {
    open();
    List<RenewalTarget> one = List.of(new RenewalTarget(new LeaseId(0, 1, 1, 1, 1), false));
    assertThrows(NoAnswerException.class, () -> stream.renew(one, SHORT).block());
    long late = stream.renewalsLateNanos();
    assertTrue(late > 0);

    assertThrows(
        NoAnswerException.class,
        () ->
            stream
                .ask(QUESTION)
                .timeout(SHORT, Mono.error(new NoAnswerException("late", null)))
                .block());
    assertTrue(stream.lateNanos() > late, "counted from the first of them");
  }

  @Test
  void anAnswerSettlesWhatWasOwedAndAWaitIsOwedNothing() {
    open();
    stream.ask(QUESTION).subscribe();
    stream.ask(ClientRequest.of(Operation.ACQUIRE).with("key", "a").with("wait", "1m")).subscribe();

    stream.onText(socket, "{\"seq\":1,\"status\":200}", true);

    assertEquals(0, stream.lateNanos());
  }

  @Test
  void aQuestionThatCannotLeaveTakesNoPlace() {
    open();
    socket.busy = new CompletableFuture<>();
    List<Throwable> refused = new ArrayList<>();
    for (int at = 0; at < OutgoingMessages.MESSAGES_MAX + 1; at++) {
      List<RenewalTarget> one = List.of(new RenewalTarget(new LeaseId(0, 1, 1, 1, 1), false));
      stream.renew(one, Duration.ofMinutes(1)).subscribe();
    }
    for (int at = 0; at < 2 * PendingQuestions.UNDER_WAY_MAX; at++) {
      stream.ask(QUESTION).subscribe(message -> {}, refused::add);
    }
    assertEquals(2 * PendingQuestions.UNDER_WAY_MAX, refused.size());
  }

  @Test
  void whoeverGivesUpMakesRoomForWhoWaitsForATurn() {
    open();
    List<Disposable> first = new ArrayList<>();
    for (int at = 0; at < PendingQuestions.UNDER_WAY_MAX; at++) {
      first.add(stream.ask(QUESTION).subscribe());
    }
    stream.ask(QUESTION).subscribe();
    assertEquals(PendingQuestions.UNDER_WAY_MAX, socket.sent.size());

    first.get(0).dispose();

    assertEquals(PendingQuestions.UNDER_WAY_MAX + 1, socket.sent.size());
  }

  @Test
  void theServerMayKeepSilentForThreeOfItsHeartbeats() {
    open();
    assertEquals(Duration.ofSeconds(45), stream.silenceMax());

    stream.onText(socket, "{\"push\":\"opened\",\"heartbeatMs\":60000}", true);

    assertEquals(Duration.ofMinutes(3), stream.silenceMax());
  }
}
