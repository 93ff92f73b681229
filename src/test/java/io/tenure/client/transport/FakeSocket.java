package io.tenure.client.transport;

import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A WebSocket without a peer, which sends at once or when its test says so. */
final class FakeSocket implements WebSocket {

  final List<Object> sent = new ArrayList<>();

  /** The future that completes the following sends; null: they complete at once. */
  @Nullable CompletableFuture<WebSocket> busy;

  @Override
  public CompletableFuture<WebSocket> sendText(CharSequence data, boolean last) {
    return send(data);
  }

  @Override
  public CompletableFuture<WebSocket> sendBinary(ByteBuffer data, boolean last) {
    return send(data);
  }

  private CompletableFuture<WebSocket> send(Object message) {
    sent.add(message);
    return busy == null ? CompletableFuture.completedFuture(this) : busy;
  }

  @Override
  public CompletableFuture<WebSocket> sendPing(ByteBuffer message) {
    return send(message);
  }

  @Override
  public CompletableFuture<WebSocket> sendPong(ByteBuffer message) {
    return send(message);
  }

  @Override
  public CompletableFuture<WebSocket> sendClose(int statusCode, String reason) {
    return send(reason);
  }

  @Override
  public void request(long n) {}

  @Override
  public String getSubprotocol() {
    return "tenure.v1.bin";
  }

  @Override
  public boolean isOutputClosed() {
    return false;
  }

  @Override
  public boolean isInputClosed() {
    return false;
  }

  @Override
  public void abort() {}
}
