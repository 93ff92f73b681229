package io.tenure.door.http;

import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A proxy that forbids DELETE. It reads requests as RFC 9112 says, passes their bytes on unchanged,
 * and expects one answer to each request that it has seen.
 */
final class ForbiddingProxy implements AutoCloseable {

  private static final String HEAD_ENDS = "\r\n\r\n";
  private static final String LAST_CHUNK = "0\r\n\r\n";

  private final OpenDoor door;
  private Socket socket;

  ForbiddingProxy(OpenDoor door) throws Exception {
    this.door = door;
    socket = door.socket();
  }

  /**
   * Passes on requests, and returns the statuses of the answers: one for each request, or fewer
   * when the server closes the connection after one of them.
   */
  List<Integer> pass(String bytes) throws Exception {
    int requests = permitted(bytes);
    Raw.send(socket, bytes);
    List<Integer> statuses = new ArrayList<>();
    for (int request = 0; request < requests; request++) {
      Raw.Answer answer = Raw.answer(socket);
      statuses.add(answer.status());
      if (answer.head().toLowerCase(Locale.ROOT).contains("connection: close")) {
        socket.close();
        socket = door.socket();
        break;
      }
    }
    return statuses;
  }

  /** Returns the number of requests in the bytes, none of which is a DELETE. */
  static int permitted(String bytes) {
    int requests = 0;
    int at = 0;
    while (at < bytes.length()) {
      int body = bytes.indexOf(HEAD_ENDS, at) + HEAD_ENDS.length();
      String head = bytes.substring(at, body);
      if (head.startsWith("DELETE")) {
        throw new IllegalArgumentException("the proxy forbids " + head);
      }
      at = body + bodyLength(head, bytes.substring(body));
      requests++;
    }
    return requests;
  }

  private static int bodyLength(String head, String rest) {
    int length = 0;
    for (String line : head.split("\r\n")) {
      if (line.equalsIgnoreCase("Transfer-Encoding: chunked")) {
        return rest.indexOf(LAST_CHUNK) + LAST_CHUNK.length();
      } else if (line.toLowerCase(Locale.ROOT).matches("content-length: [0-9]+")) {
        length = Integer.parseInt(line.substring(line.indexOf(' ') + 1));
      }
    }
    return length;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
