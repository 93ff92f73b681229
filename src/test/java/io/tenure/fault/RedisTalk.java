package io.tenure.fault;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Sends one command to a Redis on its own connection, and returns the answer. */
final class RedisTalk {

  private static final int PATIENCE_MILLIS = 5_000;

  private RedisTalk() {}

  /**
   * Returns a simple answer as text, a bulk one as its content, an array as one line for each item,
   * an error with its leading minus.
   */
  static String ask(int port, String password, String... words) throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress("127.0.0.1", port), PATIENCE_MILLIS);
      socket.setSoTimeout(PATIENCE_MILLIS);
      BufferedReader answers =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
      if (!password.isEmpty()) {
        send(socket, "AUTH", password);
        answer(answers);
      }
      send(socket, words);
      return answer(answers);
    }
  }

  private static void send(Socket socket, String... words) throws IOException {
    StringBuilder spelled = new StringBuilder("*" + words.length + "\r\n");
    for (String word : words) {
      spelled.append('$').append(word.getBytes(StandardCharsets.UTF_8).length).append("\r\n");
      spelled.append(word).append("\r\n");
    }
    socket.getOutputStream().write(spelled.toString().getBytes(StandardCharsets.UTF_8));
  }

  private static String answer(BufferedReader answers) throws IOException {
    String first = answers.readLine();
    if (first == null) {
      throw new IOException("closed without an answer");
    }
    if (first.startsWith("$") && !first.equals("$-1")) {
      char[] bulk = new char[Integer.parseInt(first.substring(1))];
      int read = 0;
      while (read < bulk.length) {
        int more = answers.read(bulk, read, bulk.length - read);
        if (more < 0) {
          throw new IOException("cut off");
        }
        read += more;
      }
      answers.readLine();
      return new String(bulk);
    }
    if (first.startsWith("*")) {
      List<String> each = new ArrayList<>();
      for (int left = Integer.parseInt(first.substring(1)); left > 0; left--) {
        each.add(answer(answers));
      }
      return String.join("\n", each);
    }
    return first.startsWith("-") || first.equals("$-1") ? first : first.substring(1);
  }
}
