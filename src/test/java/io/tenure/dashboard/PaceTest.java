package io.tenure.dashboard;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.AcquireBuilder;
import io.tenure.api.Key;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.machine.RealMachine;
import io.tenure.shard.ShardRouter;
import io.tenure.shard.call.CallResult;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/**
 * Checks that the dashboard stays smooth with many rows, and reports honestly when too many events
 * happen.
 */
@RealMachine
class PaceTest extends Browsing {

  private static final int ROWS = 500;

  /** The most processor time that the page's own thread may use of the 16.7 ms of one frame. */
  private static final double WORK_MILLIS_MAX = 4;

  /**
   * The least frames of 60; a browser without a screen draws on the processors of the server and of
   * other tests.
   */
  private static final double FRAMES_MIN = 50;

  private static final double EVENTS_MIN = 10_000;

  /** The longest frame before a page feels stuck; nearly all of it is the wait for a processor. */
  private static final double FRAME_MILLIS_MAX = 400;

  /** The number of attempts: the browser shares the processors with other tests. */
  private static final int LOOKS = 5;

  private static final int AT_ONCE = 64;

  @Test
  void fiveHundredRowsDrainSmoothly() {
    acquireMany("drain/", ROWS);
    Page page = blank(WIDTH, 2_000).open(server.url() + "/ui/");
    page.await("document.querySelectorAll('#rows tr').length === " + ROWS);
    Frames seen = frames(page);
    for (int look = 1; look < LOOKS && !seen.smooth(); look++) {
      seen = frames(page);
    }

    assertTrue(seen.smooth(), seen.toString());
    page.screenshot("rows-500");
    assertNothingWentWrong(page);
  }

  private record Frames(double perSecond, double workMillis) {

    boolean smooth() {
      return workMillis < WORK_MILLIS_MAX && perSecond > FRAMES_MIN;
    }
  }

  private static Frames frames(Page page) {
    double before = work(page);
    double frames =
        page.number(
            "new Promise(done => { let frames = 0; const begun = performance.now();"
                + " const step = now => { frames++; now - begun < 3000 ?"
                + " requestAnimationFrame(step) : done(frames * 1000 / (now - begun)); };"
                + " requestAnimationFrame(step); })");
    double perFrame = (work(page) - before) * 1_000 / (frames * 3);
    System.out.printf(
        "%d rows: %.1f frames a second, %.2f ms of the processor each%n", ROWS, frames, perFrame);
    return new Frames(frames, perFrame);
  }

  @Test
  void tenThousandEventsASecondAreSampledAndCounted() {
    Page page = dashboard("");
    AtomicBoolean going = new AtomicBoolean(true);
    AtomicLong done = new AtomicLong();
    for (int lane = 0; lane < AT_ONCE; lane++) {
      churn(server.router(), Key.of("churn/" + lane), going, done);
    }
    page.await("document.querySelector('#events').classList.contains('sampled')");
    page.await(
        "/^[0-9,]+ of [0-9,]+ a second/.test(document.querySelector('#events-note').textContent)");
    double most = 0;
    double best = Double.MAX_VALUE;
    for (int look = 0; look < LOOKS && (most < EVENTS_MIN || best >= FRAME_MILLIS_MAX); look++) {
      double slowest = slowestFrame(page);
      double told = told(page);
      System.out.printf("%,.0f events a second; slowest frame %.0f ms%n", told, slowest);
      most = Math.max(most, told);
      best = Math.min(best, slowest);
    }
    page.screenshot("storm");
    going.set(false);

    assertTrue(most >= EVENTS_MIN, most + " events a second");
    assertTrue(page.number("document.querySelectorAll('#events li').length") <= 200);
    assertTrue(best < FRAME_MILLIS_MAX, "a frame took " + best + " ms");
    assertNothingWentWrong(page);
  }

  private static double told(Page page) {
    String note = page.text("#events-note");
    return Double.parseDouble(note.replaceAll(".* of ([0-9,]+) a second.*", "$1").replace(",", ""));
  }

  private static double slowestFrame(Page page) {
    return page.number(
        "new Promise(done => { let slowest = 0; let last = performance.now();"
            + " const end = last + 2000; const step = now => {"
            + " slowest = Math.max(slowest, now - last); last = now;"
            + " now < end ? requestAnimationFrame(step) : done(slowest); };"
            + " requestAnimationFrame(step); })");
  }

  private static void churn(ShardRouter router, Key key, AtomicBoolean going, AtomicLong done) {
    if (!going.get()) {
      return;
    }
    int shard = router.shardOf(key);
    router
        .ask(shard, AcquireBuilder.of(key, "churn").ttl(60_000).build())
        .answer()
        .onSuccess(
            answer -> {
              if (answer instanceof CallResult.Said said
                  && said.reply() instanceof Reply.Granted granted) {
                router
                    .ask(shard, new Request.Release(granted.lease()))
                    .answer()
                    .onSuccess(released -> churn(router, key, going, done));
              }
            });
  }

  /** The processor time that the page's own thread has used, in seconds. */
  private static double work(Page page) {
    page.send("Performance.enable", new JsonObject());
    JsonArray metrics =
        page.send("Performance.getMetrics", new JsonObject()).getJsonArray("metrics");
    return metrics.stream()
        .map(JsonObject.class::cast)
        .filter(metric -> metric.getString("name").equals("ThreadTime"))
        .findFirst()
        .orElseThrow()
        .getDouble("value");
  }
}
