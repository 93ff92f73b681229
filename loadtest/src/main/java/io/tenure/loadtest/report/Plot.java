package io.tenure.loadtest.report;

import java.util.ArrayList;
import java.util.List;

/** Draws lines in a picture that needs no other files. */
final class Plot {

  /** One line, with its colour from the style of the page. */
  private record Series(String name, List<Curve.Point> points) {}

  /** A value that is written on an axis. */
  record Tick(double value, String text) {}

  private static final int WIDTH = 720;
  private static final int HEIGHT = 300;
  private static final int LEFT = 64;
  private static final int RIGHT = 16;
  private static final int TOP = 12;
  private static final int BOTTOM = 46;

  private final String xName;
  private final String yName;
  private final boolean logX;
  private final boolean logY;
  private final List<Series> all = new ArrayList<>();
  private List<Tick> xTicks = List.of();

  Plot(String xName, String yName, boolean logX, boolean logY) {
    this.xName = xName;
    this.yName = yName;
    this.logX = logX;
    this.logY = logY;
  }

  /** Leaves out values that have no logarithm. */
  Plot line(String name, List<Curve.Point> points) {
    List<Curve.Point> possible =
        points.stream()
            .filter(point -> (!logX || point.x() > 0) && (!logY || point.y() > 0))
            .toList();
    if (!possible.isEmpty()) {
      all.add(new Series(name, possible));
    }
    return this;
  }

  /** Replaces the ticks that suit the numbers. */
  Plot ticks(List<Tick> ticks) {
    xTicks = ticks;
    return this;
  }

  String svg() {
    if (all.isEmpty()) {
      return "";
    }
    Axis x = Axis.over(all.stream().flatMap(s -> s.points.stream()).map(Curve.Point::x), logX);
    Axis y = Axis.over(all.stream().flatMap(s -> s.points.stream()).map(Curve.Point::y), logY);
    StringBuilder svg = new StringBuilder();
    svg.append(
        "<figure><svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">"
            .formatted(WIDTH, HEIGHT, Html.text(yName + " by " + xName)));
    for (Tick tick : y.ticks()) {
      int at = y(y, tick.value());
      svg.append(grid(LEFT, at, WIDTH - RIGHT, at))
          .append(label("end", LEFT - 6, at + 4, tick.text()));
    }
    for (Tick tick : xTicks.isEmpty() ? x.ticks() : x.within(xTicks)) {
      int at = x(x, tick.value());
      svg.append(grid(at, TOP, at, HEIGHT - BOTTOM))
          .append(label("mid", at, HEIGHT - BOTTOM + 16, tick.text()));
    }
    svg.append(label("mid", (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8, xName))
        .append(
            "<g transform=\"translate(14 %d) rotate(-90)\">".formatted((TOP + HEIGHT - BOTTOM) / 2))
        .append(label("mid", 0, 0, yName))
        .append("</g>");
    for (int at = 0; at < all.size(); at++) {
      svg.append(drawn(at, x, y));
    }
    return svg.append("</svg>").append(legend()).append("</figure>").toString();
  }

  private static String grid(int x1, int y1, int x2, int y2) {
    return "<line class=\"grid\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>"
        .formatted(x1, y1, x2, y2);
  }

  private static String label(String anchor, int x, int y, String text) {
    return "<text class=\"%s\" x=\"%d\" y=\"%d\">%s</text>"
        .formatted(anchor, x, y, Html.text(text));
  }

  private String drawn(int which, Axis x, Axis y) {
    StringBuilder points = new StringBuilder();
    StringBuilder dots = new StringBuilder();
    List<Curve.Point> of = all.get(which).points;
    for (Curve.Point point : of) {
      points.append(x(x, point.x())).append(',').append(y(y, point.y())).append(' ');
      if (of.size() <= 12) {
        dots.append(
            "<circle class=\"dot s%d\" cx=\"%d\" cy=\"%d\" r=\"3\"><title>%s: %s</title></circle>"
                .formatted(
                    which % Html.COLOURS,
                    x(x, point.x()),
                    y(y, point.y()),
                    Numbers.brief(point.x()),
                    Numbers.shown(point.y())));
      }
    }
    return "<polyline class=\"s%d\" points=\"%s\"/>%s"
        .formatted(which % Html.COLOURS, points.toString().strip(), dots);
  }

  private String legend() {
    StringBuilder legend = new StringBuilder("<figcaption>");
    for (int at = 0; at < all.size(); at++) {
      legend.append(
          "<span class=\"k s%d\">%s</span> "
              .formatted(at % Html.COLOURS, Html.text(all.get(at).name)));
    }
    return legend.append("</figcaption>").toString();
  }

  private static int x(Axis axis, double value) {
    return (int) Math.round(LEFT + axis.share(value) * (WIDTH - LEFT - RIGHT));
  }

  private static int y(Axis axis, double value) {
    return (int) Math.round(HEIGHT - BOTTOM - axis.share(value) * (HEIGHT - TOP - BOTTOM));
  }
}
