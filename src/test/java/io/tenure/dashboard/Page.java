package io.tenure.dashboard;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** One page in a {@link Chromium}, with its input, its content and its screenshots. */
final class Page implements AutoCloseable {

  /** The screenshots, as artefacts of the run. */
  private static final Path SCREENSHOTS = Path.of("target", "screenshots");

  private static final long PATIENCE_SECONDS = 20;

  private static final Map<String, Integer> KEY_CODES =
      Map.of("Enter", 13, "Escape", 27, "Tab", 9, "ArrowDown", 40, "/", 191, "?", 191);

  private final Chromium browser;
  private final String target;
  private final String session;

  /** Errors in the page: errors of its script, and violations of its policy. */
  final List<String> complaints = new CopyOnWriteArrayList<>();

  Page(Chromium browser, String target, String session, int width, int height) {
    this.browser = browser;
    this.target = target;
    this.session = session;
    browser.onEvent(this::hear);
    send("Page.enable", new JsonObject());
    send("Page.bringToFront", new JsonObject());
    send("Runtime.enable", new JsonObject());
    send("Log.enable", new JsonObject());
    send(
        "Emulation.setDeviceMetricsOverride",
        new JsonObject()
            .put("width", width)
            .put("height", height)
            .put("deviceScaleFactor", 1)
            .put("mobile", width < 600));
  }

  JsonObject send(String method, JsonObject params) {
    return browser.send(session, method, params);
  }

  void prefers(String scheme) {
    send(
        "Emulation.setEmulatedMedia",
        new JsonObject()
            .put(
                "features",
                new JsonArray()
                    .add(
                        new JsonObject()
                            .put("name", "prefers-color-scheme")
                            .put("value", scheme))));
  }

  /** Adds a script that runs before any script of a page. */
  void atStart(String script) {
    send("Page.addScriptToEvaluateOnNewDocument", new JsonObject().put("source", script));
  }

  /** Blocks these addresses until the next call names others. */
  void block(String... addresses) {
    send("Network.enable", new JsonObject());
    send("Network.setBlockedURLs", new JsonObject().put("urls", new JsonArray(List.of(addresses))));
  }

  /** Opens the page, and returns when the page has a connection to its server. */
  Page open(String url) {
    begin(url);
    await("!document.body.classList.contains('loading')");
    return this;
  }

  /**
   * Opens the page, and returns when the script of the page has run, with or without a connection.
   */
  Page begin(String url) {
    String failure = send("Page.navigate", new JsonObject().put("url", url)).getString("errorText");
    if (failure != null) {
      throw new AssertionError(url + ": " + failure);
    }
    await("location.protocol === 'http:' && performance.getEntriesByName('interactive').length");
    return this;
  }

  /** The result of the expression, as JSON. */
  Object eval(String expression) {
    JsonObject told =
        send(
            "Runtime.evaluate",
            new JsonObject()
                .put("expression", expression)
                .put("awaitPromise", true)
                .put("returnByValue", true));
    if (told.containsKey("exceptionDetails")) {
      throw new AssertionError(expression + ": " + told.getJsonObject("exceptionDetails"));
    }
    return told.getJsonObject("result").getValue("value");
  }

  String text(String selector) {
    return (String) eval("document.querySelector('" + selector + "').textContent");
  }

  double number(String expression) {
    return ((Number) eval(expression)).doubleValue();
  }

  boolean is(String expression) {
    return Boolean.TRUE.equals(eval("Boolean(" + expression + ")"));
  }

  void await(String expression) {
    long begun = System.nanoTime();
    while (!is(expression)) {
      if (System.nanoTime() - begun > TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS)) {
        screenshot("failed");
        throw new AssertionError("never: " + expression + "; see target/screenshots/failed.png");
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
  }

  /** Advances the monotonic clock of the page alone. */
  void passes(Duration time) {
    eval(
        "{ const now = performance.now.bind(performance); performance.now = () => now() + "
            + time.toMillis()
            + "; }");
  }

  void type(String text) {
    send("Input.insertText", new JsonObject().put("text", text));
  }

  void press(String key) {
    JsonObject pressed = new JsonObject().put("type", "keyDown").put("key", key);
    if (key.length() == 1) {
      pressed.put("text", key);
    } else {
      pressed.put("code", key);
      pressed.put("windowsVirtualKeyCode", KEY_CODES.getOrDefault(key, 0));
      if (key.equals("Enter")) {
        pressed.put("text", "\r");
      }
    }
    send("Input.dispatchKeyEvent", pressed);
    JsonObject released = pressed.copy().put("type", "keyUp");
    released.remove("text");
    send("Input.dispatchKeyEvent", released);
  }

  void click(String selector) {
    mouse("mousePressed", selector);
    mouse("mouseReleased", selector);
  }

  /** Sends {@code mousePressed} or {@code mouseReleased} to the middle of the element. */
  void mouse(String type, String selector) {
    JsonObject box =
        (JsonObject)
            eval(
                "(() => { const e = document.querySelector('"
                    + selector
                    + "'); e.scrollIntoView({block: 'nearest'});"
                    + " const b = e.getBoundingClientRect();"
                    + " return {x: b.x + b.width / 2, y: b.y + b.height / 2}; })()");
    send(
        "Input.dispatchMouseEvent",
        box.put("type", type).put("button", "left").put("clickCount", 1));
  }

  Path screenshot(String name) {
    String picture =
        send("Page.captureScreenshot", new JsonObject().put("format", "png")).getString("data");
    try {
      Files.createDirectories(SCREENSHOTS);
      return Files.write(SCREENSHOTS.resolve(name + ".png"), Base64.getDecoder().decode(picture));
    } catch (IOException unwritable) {
      throw new AssertionError(unwritable);
    }
  }

  @Override
  public void close() {
    browser.send(null, "Target.closeTarget", new JsonObject().put("targetId", target));
  }

  private void hear(JsonObject message) {
    if (!session.equals(message.getString("sessionId"))) {
      return;
    }
    JsonObject params = message.getJsonObject("params");
    switch (message.getString("method")) {
      case "Runtime.exceptionThrown" -> complaints.add(params.encode());
      case "Log.entryAdded" -> {
        if (params.getJsonObject("entry").getString("level").equals("error")) {
          complaints.add(params.getJsonObject("entry").encode());
        }
      }
      default -> {}
    }
  }
}
