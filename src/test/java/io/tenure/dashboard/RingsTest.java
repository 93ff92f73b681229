package io.tenure.dashboard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.machine.RealMachine;
import io.vertx.core.json.JsonArray;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * Checks that the rings show the same as the rows under them. They are drawn on one canvas over the
 * list.
 */
@RealMachine
class RingsTest extends Browsing {

  private static final int ROWS = 300;
  private static final int TTL_SECONDS = 4;

  /** The full part of the ring over a row, read at a hundred points; -1: there is no ring. */
  private static final String RINGS =
      """
      window.part = (row) => {
        const canvas = row.closest('.ringed').querySelector('canvas');
        const [over, under] = [canvas.getBoundingClientRect(), row.getBoundingClientRect()];
        const y = under.top + under.height / 2 - over.top;
        if (y < 0 || y > over.height) return -1;
        const style = getComputedStyle(document.documentElement);
        const colour = style.getPropertyValue('--track').match(/\\w\\w/g);
        const track = colour.map((c) => parseInt(c, 16));
        let full = 0;
        for (let at = 0; at < 100; at++) {
          const angle = (at + 0.5) / 100 * 2 * Math.PI;
          const [dx, dy] = [Math.sin(angle) * 8, -Math.cos(angle) * 8];
          const seen = canvas.getContext('2d').getImageData(11 + dx, y + dy, 1, 1).data;
          if (seen[3] === 0) return -1;
          full += track.some((c, which) => Math.abs(c - seen[which]) > 30);
        }
        return full / 100;
      };
      window.left = (row) => parseFloat(row.querySelector('.left').textContent);
      """;

  /** Collects the value of the text and of the ring, in the frame after each change of the text. */
  private static final String DRAINING =
      """
      window.draining = [];
      new MutationObserver(() => requestAnimationFrame(() => {
        const row = ROW;
        if (row && left(row)) draining.push([left(row), part(row)]);
      })).observe(document.querySelector('#rows'), {childList: true, subtree: true});
      """;

  @Test
  void aRingIsAsFullAsItsLeaseHasTimeLeft() {
    Page page = dashboard("");
    page.eval(RINGS);
    page.eval(DRAINING.replace("ROW", row("a")));
    server.acquire("a", "ann", Duration.ofSeconds(TTL_SECONDS));
    acquireInJeopardy("b", "ben");
    page.await(row("b") + " && draining.length > 0 && !left(" + row("a") + ")");
    JsonArray levels = (JsonArray) page.eval("draining");
    assertTrue(levels.size() > 10, "seen at " + levels);
    for (Object level : levels) {
      double text = ((JsonArray) level).getDouble(0) / TTL_SECONDS;
      double ring = ((JsonArray) level).getDouble(1);
      assertEquals(text, ring, 0.1, levels.toString());
    }
    page.await("part(document.querySelector('#soon li')) > 0");
    assertNothingWentWrong(page);
  }

  @Test
  void whoeverScrollsFindsARingAtEveryRow() {
    acquireMany("many/", ROWS);
    Page page = dashboard("");
    page.eval(RINGS);
    page.await("document.querySelectorAll('#rows tr').length === " + ROWS);
    for (double share : new double[] {1, 0.5, 0.25, 0}) {
      page.eval("scrollTo(0, document.documentElement.scrollHeight * " + share + ")");
      page.await("(() => { " + IN_SIGHT + " return rows.every(row => part(row) > 0.5); })()");
    }
    page.eval("document.querySelector('#rows tr:nth-child(200) a').focus()");
    page.await("part(document.querySelector('#rows tr:nth-child(200)')) > 0.5");
    assertEquals(
        true,
        page.is(
            "document.querySelector('#rows tr:nth-child(200)').getBoundingClientRect().top > 0"));
    assertNothingWentWrong(page);
  }

  private static final String IN_SIGHT =
      "const rows = [...document.querySelectorAll('#rows tr')].filter(row => {"
          + " const box = row.getBoundingClientRect();"
          + " return box.bottom > 0 && box.top < innerHeight; });";
}
