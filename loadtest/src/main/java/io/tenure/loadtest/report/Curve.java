package io.tenure.loadtest.report;

import java.util.List;

/** How one number follows another. */
public record Curve(String name, String xName, String yName, List<Point> points) {

  /** One of it. */
  public record Point(double x, double y) {}
}
