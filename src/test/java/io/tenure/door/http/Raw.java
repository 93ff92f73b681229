package io.tenure.door.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;

/** Sends HTTP byte by byte, for requests that a correct client would not send. */
final class Raw {

  /** One answer: its status, its whole head, its body. */
  record Answer(int status, String head, String body) {}

  private Raw() {}

  static Told post(OpenDoor door, String path, String body, String... headers) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + door.port() + path))
            .headers(headers)
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    return Told.of(HttpClient.newHttpClient().send(request, BodyHandlers.ofString()));
  }

  static void send(Socket socket, String bytes) throws IOException {
    socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
    socket.getOutputStream().flush();
  }

  /** The next answer on the connection, which must state its length. */
  static Answer answer(Socket socket) throws IOException {
    InputStream in = socket.getInputStream();
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
      int one = in.read();
      if (one < 0) {
        throw new IOException("closed after " + head.size() + " bytes");
      }
      head.write(one);
    }
    String text = head.toString(StandardCharsets.ISO_8859_1);
    int length = 0;
    for (String line : text.split("\r\n")) {
      if (line.toLowerCase(java.util.Locale.ROOT).startsWith("content-length:")) {
        length = Integer.parseInt(line.substring(15).trim());
      }
    }
    String body = new String(in.readNBytes(length), StandardCharsets.UTF_8);
    return new Answer(Integer.parseInt(text.substring(9, 12)), text, body);
  }

  /** Whether the other side closes the connection without sending more. */
  static boolean closed(Socket socket) throws IOException {
    try {
      return socket.getInputStream().read() < 0;
    } catch (java.net.SocketException reset) {
      return true;
    }
  }
}
