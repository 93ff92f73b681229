package io.tenure.client.transport;

import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;

/**
 * Sends the messages of a stream one after the other, as the JDK's WebSocket demands. May be used
 * by any thread.
 */
final class OutgoingMessages {

  /** More than a client has under way; beyond it the server does not read. */
  static final int MESSAGES_MAX = 4_096;

  private interface Message {
    CompletableFuture<WebSocket> send();
  }

  private final WebSocket socket;
  private final Runnable onBroken;
  private final Deque<Message> waiting = new ArrayDeque<>();
  private boolean sending;

  OutgoingMessages(WebSocket socket, Runnable onBroken) {
    this.socket = socket;
    this.onBroken = onBroken;
  }

  /** False when too many messages wait. */
  boolean text(String text) {
    return add(() -> socket.sendText(text, true));
  }

  boolean binary(ByteBuffer frame) {
    return add(() -> socket.sendBinary(frame, true));
  }

  private boolean add(Message message) {
    synchronized (waiting) {
      if (waiting.size() >= MESSAGES_MAX) {
        return false;
      }
      waiting.add(message);
      if (sending) {
        return true;
      }
      sending = true;
    }
    sendNext();
    return true;
  }

  /** Sends as much as the JDK takes at once; the rest when the JDK is ready for more. */
  private void sendNext() {
    CompletableFuture<WebSocket> sent;
    do {
      Message next;
      synchronized (waiting) {
        next = waiting.poll();
        if (next == null) {
          sending = false;
          return;
        }
      }
      sent = next.send();
    } while (sent.isDone() && !sent.isCompletedExceptionally());
    sent.whenComplete(
        (done, broken) -> {
          if (broken == null) {
            sendNext();
          } else {
            onBroken.run();
          }
        });
  }
}
