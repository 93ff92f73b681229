package io.tenure.loadtest.report;

import java.util.List;

/** One number as a function of another. */
public record Curve(String name, String xName, String yName, List<Point> points) {

  /** One point of the curve. */
  public record Point(double x, double y) {}
}
