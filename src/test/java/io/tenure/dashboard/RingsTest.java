package io.tenure.dashboard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** That the rings, which lie on one canvas over their list, say what the rows under them say. */
class RingsTest extends Browsing {

  private static final int ROWS = 300;

  /** The part of the ring over a row that is full, looked at in a hundred places; -1: no ring. */
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

  @Test
  void aRingIsAsFullAsItsLeaseHasTimeLeft() {
    server.acquire("a", "ann", Duration.ofSeconds(9));
    server.acquire("b", "ben", Duration.ofSeconds(120));
    Page page = dashboard("");
    page.eval(RINGS);
    page.await(row("a") + " && " + row("b"));

    page.await("part(" + row("b") + ") > 0.9");
    for (int seconds = 7; seconds > 1; seconds -= 2) {
      page.await("left(" + row("a") + ") < " + seconds);
      double apart =
          page.number(
              "new Promise(done => requestAnimationFrame(() => { const row = "
                  + row("a")
                  + "; done(Math.abs(part(row) - left(row) / 9)); }))");
      assertTrue(apart < 0.1, seconds + " s: " + apart);
    }
    page.await("part(document.querySelector('#soon li')) > 0");
    assertNothingWentWrong(page);
  }

  @Test
  void whoeverScrollsFindsARingAtEveryRow() {
    for (int at = 0; at < ROWS; at++) {
      server.acquire("many/" + at, "ann", Duration.ofSeconds(120));
    }
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
