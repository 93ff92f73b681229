package io.tenure.fault;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetSocket;
import io.vertx.core.parsetools.RecordParser;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A client's connection to one server, made again when it is lost. Each request completes once:
 * when its answer comes, however late, or when its connection ends. Owned by the loop of the load.
 */
final class Connection {

  /** Room for the answers of as many leases as one request may renew here. */
  static final int LINE_BYTES_MAX = 64 * 1_024;

  private record Waiting(long sentNanos, Consumer<Heard> whoAsked) {}

  private final NetClient client;
  private final int port;
  private final LongSupplier clock;
  private final Map<Long, Waiting> waiting = new HashMap<>();
  private @Nullable NetSocket socket;
  private String server = "";
  private boolean connecting;
  private boolean closed;
  private long asked;

  Connection(NetClient client, int port, LongSupplier clock) {
    this.client = client;
    this.port = port;
    this.clock = clock;
  }

  /** Whether a server has sent its name on this connection. */
  boolean open() {
    return socket != null && !server.isEmpty();
  }

  void connect() {
    if (!closed && !connecting && socket == null) {
      connecting = true;
      client
          .connect(port, "127.0.0.1")
          .onComplete(
              done -> {
                connecting = false;
                if (done.succeeded()) {
                  connected(done.result());
                }
              });
    }
  }

  void ask(String line, Consumer<Heard> whoAsked) {
    NetSocket open = socket;
    if (open == null || server.isEmpty()) {
      whoAsked.accept(Heard.nobody(clock.getAsLong()));
      return;
    }
    long id = ++asked;
    waiting.put(id, new Waiting(clock.getAsLong(), whoAsked));
    open.write(id + " " + line + "\n");
  }

  void close() {
    closed = true;
    if (socket != null) {
      socket.close();
    }
    lost();
  }

  private void connected(NetSocket made) {
    if (closed) {
      made.close();
      return;
    }
    socket = made;
    RecordParser lines = RecordParser.newDelimited("\n", this::read);
    lines.maxRecordSize(LINE_BYTES_MAX);
    lines.exceptionHandler(tooLong -> made.close());
    made.exceptionHandler(broken -> made.close());
    made.closeHandler(gone -> lost());
    made.handler(lines);
  }

  private void read(Buffer line) {
    List<String> words = AskedLine.words(line.toString());
    if (words.get(0).equals("hello")) {
      server = words.get(1);
      return;
    }
    Waiting who = waiting.remove(Long.parseLong(words.get(0)));
    if (who != null) {
      hear(who, ToldLine.parse(words.subList(1, words.size())));
    }
  }

  private void lost() {
    List<Waiting> left = List.copyOf(waiting.values());
    waiting.clear();
    socket = null;
    left.forEach(who -> hear(who, new Told.Lost()));
    server = "";
  }

  private void hear(Waiting who, Told told) {
    who.whoAsked.accept(new Heard(server, who.sentNanos, clock.getAsLong(), told));
  }
}
