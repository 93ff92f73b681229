package io.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertLinesMatch;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.cli.ExitCode;
import io.tenure.machine.RealMachine;
import io.tenure.server.Served;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Types the commands that the README shows to a newcomer. */
@RealMachine
public class ReadmeTest {

  private static final Pattern LEASE_ID = Pattern.compile("\"leaseId\":\"([^\"]+)\"");

  private static final Pattern TOKEN = Pattern.compile("runs with token (\\d+)");

  @TempDir Path directory;

  @Test
  void whatANewcomerTypesWorks() throws Exception {
    List<String> lines =
        Files.readAllLines(Path.of("README.md")).stream()
            .map(String::strip)
            .filter(line -> line.startsWith("curl "))
            .toList();
    assertEquals(5, lines.size());
    try (Served server = new Served(directory.toRealPath().resolve("data")).open()) {
      String granted = answer(curl(server, lines.get(0), ""));
      Matcher id = LEASE_ID.matcher(granted);
      assertTrue(id.find(), granted);
      answer(curl(server, lines.get(1), id.group(1)));
      assertTrue(answer(curl(server, lines.get(2), "")).contains("\"me\""));
      Process waits = curl(server, lines.get(3), "");
      answer(curl(server, lines.get(4), id.group(1)));
      String next = answer(waits);
      assertTrue(next.contains("\"you\""), next);
    }
  }

  @Test
  void whatItSaysOfTheStreamIsSo() throws Exception {
    List<String> lines =
        Files.readAllLines(Path.of("README.md")).stream()
            .map(String::strip)
            .filter(line -> line.startsWith("-> ") || line.startsWith("<- "))
            .toList();
    assertEquals(6, lines.size());
    BlockingQueue<String> told = new LinkedBlockingQueue<>();
    try (Served server = new Served(directory.toRealPath().resolve("data")).open()) {
      WebSocket stream =
          HttpClient.newHttpClient()
              .newWebSocketBuilder()
              .buildAsync(
                  URI.create(server.url().replace("http", "ws") + "/v1/stream"), listener(told))
              .join();
      for (String line : lines) {
        if (line.startsWith("-> ")) {
          stream.sendText(line.substring(3), true).join();
        } else {
          String pattern = Pattern.quote(line.substring(3)).replace("...", "\\E.*\\Q");
          assertLinesMatch(List.of(pattern), List.of(told.poll(20, TimeUnit.SECONDS)));
        }
      }
      stream.abort();
    }
  }

  private static WebSocket.Listener listener(BlockingQueue<String> told) {
    return new WebSocket.Listener() {
      @Override
      public CompletionStage<?> onText(WebSocket stream, CharSequence text, boolean last) {
        told.add(text.toString());
        return WebSocket.Listener.super.onText(stream, text, last);
      }
    };
  }

  @Test
  void ofTwoShellsOneRunsAndTheOtherIsToldWhoDoes() throws Exception {
    List<String> lines =
        Files.readAllLines(Path.of("README.md")).stream()
            .map(String::strip)
            .filter(line -> line.startsWith("./tenure hold "))
            .toList();
    assertEquals(3, lines.size());
    Path data = directory.toRealPath().resolve("data");
    try (Served server = new Served(data, "--store", "memory").open()) {
      // Ada's command runs until bob waits for her key.
      Process ada = shell(server, lines.get(0).replace("sleep 10", "read end"));
      BufferedReader said = ada.inputReader();
      Matcher first = TOKEN.matcher(said.readLine());
      assertTrue(first.matches());

      Process bob = shell(server, lines.get(1));
      String refusal = said(bob);
      assertEquals(ExitCode.HELD, bob.waitFor(), refusal);
      assertTrue(refusal.contains("holder     ada"), refusal);
      assertTrue(refusal.contains("token      " + first.group(1)), refusal);

      Process waits = shell(server, lines.get(2));
      server.await(
          "he waits",
          () -> server.send("GET", "/v1/keys/jobs/nightly").body().contains("\"waiters\":1"));
      ada.getOutputStream().write('\n');
      ada.getOutputStream().close();
      Matcher second = TOKEN.matcher(said(waits).strip());
      assertTrue(second.matches());
      assertTrue(Long.parseLong(second.group(1)) > Long.parseLong(first.group(1)));
      assertEquals(0, ada.waitFor());
    }
  }

  public static Process shell(Served server, String line) throws IOException {
    ProcessBuilder builder = new ProcessBuilder("timeout", "60", "bash", "-c", line);
    builder.environment().put("TENURE_ADDR", server.url());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    return builder.redirectErrorStream(true).start();
  }

  private static String said(Process process) throws IOException {
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  private static Process curl(Served server, String line, String leaseId) throws IOException {
    String typed = line.replace("http://127.0.0.1:7420", server.url()).replace("LEASE_ID", leaseId);
    return new ProcessBuilder("bash", "-c", typed.replaceFirst("^curl ", "exec curl -sSf -m 60 "))
        .redirectErrorStream(true)
        .start();
  }

  public static String answer(Process typed) throws Exception {
    String answer = said(typed);
    assertEquals(0, typed.waitFor(), answer);
    return answer;
  }
}
