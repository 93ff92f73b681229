package io.tenure.dashboard;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.vertx.core.json.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A real Chromium without a window, controlled through its DevTools protocol. */
final class Chromium {

  /** The property that requires a browser: then a missing browser is a failure. */
  private static final String INSISTS = "chromium";

  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");

  private static final String LISTENS = "DevTools listening on ";
  private static final long PATIENCE_SECONDS = 30;

  private static @Nullable Chromium shared;

  private final Process process;
  private final WebSocket socket;
  private final AtomicInteger ids = new AtomicInteger();
  private final Map<Integer, CompletableFuture<JsonObject>> asked = new ConcurrentHashMap<>();
  private final List<Consumer<JsonObject>> listeners = new CopyOnWriteArrayList<>();

  private Chromium(Process process, URI address) throws Exception {
    this.process = process;
    socket =
        HttpClient.newHttpClient()
            .newWebSocketBuilder()
            .buildAsync(address, new Ear())
            .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  /** Returns the one browser of this process, because it takes seconds to start and to end. */
  static synchronized Chromium shared() throws Exception {
    Chromium running = shared;
    if (running == null) {
      Path profile = Files.createTempDirectory("tenure-chromium");
      Chromium started = start(profile);
      Runtime.getRuntime()
          .addShutdownHook(new Thread(() -> started.leave(profile), "ends Chromium"));
      running = started;
      shared = started;
    }
    return running;
  }

  /**
   * Starts a browser; without one the test is skipped with a message, or fails if a browser is
   * required.
   */
  private static Chromium start(Path profile) throws Exception {
    Optional<Path> found = find();
    if (found.isEmpty() && "required".equals(System.getProperty(INSISTS))) {
      fail("no Chromium was found: apt-get install chromium");
    }
    assumeTrue(found.isPresent(), "no Chromium was found: the dashboard is not tested here");
    List<String> command =
        new ArrayList<>(
            List.of(
                found.get().toString(),
                "--headless=new",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "--no-first-run",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-background-networking",
                "--disable-background-timer-throttling",
                "--disable-renderer-backgrounding",
                "--disable-backgrounding-occluded-windows",
                "--force-color-profile=srgb",
                "--hide-scrollbars"));
    if ("root".equals(System.getProperty("user.name"))) {
      command.add("--no-sandbox");
    }
    command.add("about:blank");
    Process process = new ProcessBuilder(command).start();
    try {
      return new Chromium(process, address(process));
    } catch (Exception | AssertionError failed) {
      process.destroyForcibly();
      throw failed;
    }
  }

  /** Opens a page in its own window of this size. */
  Page page(int width, int height) {
    String target =
        send(null, "Target.createTarget", new JsonObject().put("url", "about:blank"))
            .getString("targetId");
    String session =
        send(
                null,
                "Target.attachToTarget",
                new JsonObject().put("targetId", target).put("flatten", true))
            .getString("sessionId");
    return new Page(this, target, session, width, height);
  }

  JsonObject send(@Nullable String session, String method, JsonObject params) {
    int id = ids.incrementAndGet();
    CompletableFuture<JsonObject> answer = new CompletableFuture<>();
    asked.put(id, answer);
    JsonObject message = new JsonObject().put("id", id).put("method", method).put("params", params);
    if (session != null) {
      message.put("sessionId", session);
    }
    synchronized (socket) {
      socket.sendText(message.encode(), true).join();
    }
    try {
      return answer.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (Exception failed) {
      throw new AssertionError(method + ": " + failed.getMessage(), failed);
    }
  }

  void onEvent(Consumer<JsonObject> listener) {
    listeners.add(listener);
  }

  /**
   * Deletes the profile after the browser has ended, because then no process writes to the profile
   * any more.
   */
  private void leave(Path profile) {
    socket.abort();
    List<ProcessHandle> helpers = process.descendants().toList();
    process.destroy();
    gone(process.toHandle());
    helpers.forEach(Chromium::gone);
    try (Stream<Path> files = Files.walk(profile)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException unreadable) {
      System.err.println(profile + " is left behind: " + unreadable);
    }
  }

  private static void gone(ProcessHandle process) {
    process
        .onExit()
        .completeOnTimeout(process, PATIENCE_SECONDS, TimeUnit.SECONDS)
        .thenAccept(ProcessHandle::destroyForcibly)
        .join();
  }

  private static Optional<Path> find() {
    return Stream.of(System.getenv("PATH").split(":"))
        .flatMap(directory -> NAMES.stream().map(name -> Path.of(directory, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private static URI address(Process process) throws IOException {
    BufferedReader said =
        new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8));
    List<String> lines = new ArrayList<>();
    for (String line = said.readLine(); line != null; line = said.readLine()) {
      lines.add(line);
      if (line.startsWith(LISTENS)) {
        drain(said);
        return URI.create(line.substring(LISTENS.length()));
      }
    }
    throw new AssertionError("Chromium does not start: " + lines);
  }

  /** Without a reader the browser would stop at a full pipe. */
  private static void drain(BufferedReader said) {
    Thread reader = new Thread(() -> said.lines().forEach(line -> {}), "reads Chromium");
    reader.setDaemon(true);
    reader.setUncaughtExceptionHandler((thread, ended) -> {});
    reader.start();
  }

  private final class Ear implements WebSocket.Listener {
    private final StringBuilder heard = new StringBuilder();

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
      heard.append(part);
      if (last) {
        JsonObject message = new JsonObject(heard.toString());
        heard.setLength(0);
        take(message);
      }
      from.request(1);
      return null;
    }

    private void take(JsonObject message) {
      Integer id = message.getInteger("id");
      CompletableFuture<JsonObject> waiting = id == null ? null : asked.remove(id);
      if (waiting == null) {
        listeners.forEach(listener -> listener.accept(message));
      } else if (message.containsKey("error")) {
        waiting.completeExceptionally(
            new IllegalStateException(message.getJsonObject("error").encode()));
      } else {
        waiting.complete(message.getJsonObject("result"));
      }
    }
  }
}
