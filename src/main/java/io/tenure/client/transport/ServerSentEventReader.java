package io.tenure.client.transport;

import io.tenure.wire.MalformedAnswerException;
import io.tenure.wire.ServerMessage;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Assembles Server-Sent Events from pieces of bytes. For one stream. */
final class ServerSentEventReader {

  /** Far more than an event with the largest key and value. */
  private static final int LINE_BYTES_MAX = 1 << 20;

  private final ByteArrayOutputStream line = new ByteArrayOutputStream(256);
  private String name = "";
  private @Nullable String data;
  private @Nullable String id;

  /** The events that these pieces complete. */
  List<RawWatchEvent> read(List<ByteBuffer> pieces) {
    List<RawWatchEvent> events = new ArrayList<>();
    for (ByteBuffer piece : pieces) {
      while (piece.hasRemaining()) {
        byte one = piece.get();
        if (one == '\n') {
          line(line.toString(StandardCharsets.UTF_8), events);
          line.reset();
        } else if (line.size() < LINE_BYTES_MAX) {
          line.write(one);
        } else {
          throw new MalformedAnswerException("an event never ends");
        }
      }
    }
    return events;
  }

  static byte[] joined(List<ByteBuffer> pieces) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (ByteBuffer piece : pieces) {
      byte[] bytes = new byte[piece.remaining()];
      piece.get(bytes);
      all.writeBytes(bytes);
    }
    return all.toByteArray();
  }

  private void line(String text, List<RawWatchEvent> events) {
    if (text.isEmpty()) {
      if (data != null) {
        events.add(new RawWatchEvent(name, ServerMessage.read(data), id));
      } else if (id != null) {
        events.add(new RawWatchEvent("cursor", ServerMessage.of(Map.of()), id));
      }
      name = "";
      data = null;
      id = null;
    } else if (text.startsWith("id: ")) {
      id = text.substring(4);
    } else if (text.startsWith("event: ")) {
      name = text.substring(7);
    } else if (text.startsWith("data: ")) {
      data = text.substring(6);
    }
  }
}
