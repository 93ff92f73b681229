package io.tenure.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.server.Opened;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks requests for the pages of operators, and their refusals. */
class OperatorPagesTest {

  @TempDir Path data;

  private Opened server;

  @BeforeEach
  void open() {
    server = new Opened(data);
  }

  @AfterEach
  void close() {
    server.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/ui/stream?filter=%zz", "/ui/key?key=%zz", "/ui/sessions?cursor=%zz"})
  void whatCannotBeDecodedIsRefusedWithTheRemedy(String address) throws IOException {
    String refused = answer("GET " + address + " HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n");

    assertTrue(refused.split("\r\n")[0].contains(" 400 "), refused);
    assertTrue(refused.contains("%25"), refused);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/metrics", "/ui", "/ui/", "/ui/app.js", "/ui/key?key=a", "/ui/sessions"})
  void whatIsReadCanBeAskedForItsHeadAlone(String path) {
    HttpResponse<String> whole = server.get(path);
    HttpResponse<String> head = server.send("HEAD", path);

    assertEquals(whole.statusCode(), head.statusCode());
    assertEquals(
        whole.headers().firstValue("content-type"), head.headers().firstValue("content-type"));
    assertEquals("", head.body());
  }

  @ParameterizedTest
  @ValueSource(strings = {"HEAD", "POST"})
  void aStreamHasNoHeadAndTakesNothing(String method) {
    assertEquals(405, server.send(method, "/ui/stream").statusCode());
  }

  /** Sends a request that a correct client would not send. */
  private String answer(String asked) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", URI.create(server.url()).getPort())) {
      socket.getOutputStream().write(asked.getBytes(StandardCharsets.ISO_8859_1));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
