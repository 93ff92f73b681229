package io.tenure.loadtest.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The results of one scenario. */
public final class Outcome {

  private final String scenario;
  private final String title;
  private final Map<String, String> settings = new LinkedHashMap<>();
  private final List<Figure> figures = new ArrayList<>();
  private final List<Check> checks = new ArrayList<>();
  private final List<Distribution> distributions = new ArrayList<>();
  private final List<Curve> curves = new ArrayList<>();
  private final List<Comparison> comparisons = new ArrayList<>();
  private final List<Goal> goals = new ArrayList<>();
  private final List<Goal> goalsOfTimes = new ArrayList<>();
  private boolean saturated;
  private boolean cutShort;
  private @Nullable String failure;
  private @Nullable String unmeasured;

  public Outcome(String scenario, String title) {
    this.scenario = scenario;
    this.title = title;
  }

  public Outcome setting(String name, Object value) {
    settings.put(name, value.toString());
    return this;
  }

  public Outcome figure(String name, double value, String unit) {
    figures.add(new Figure(name, value, unit));
    return this;
  }

  public Outcome check(String what, long expected, long found) {
    checks.add(new Check(what, expected, found));
    return this;
  }

  public Outcome distribution(Distribution distribution) {
    distributions.add(distribution);
    return this;
  }

  public Outcome curve(Curve curve) {
    curves.add(curve);
    return this;
  }

  public Outcome comparison(Comparison comparison) {
    comparisons.add(comparison);
    return this;
  }

  public Outcome goal(Goal goal) {
    goals.add(goal);
    return this;
  }

  /** Adds a goal that rests on the distributions: it does not count when one of them is spoilt. */
  public Outcome goalOfTimes(Goal goal) {
    goalsOfTimes.add(goal);
    return this;
  }

  /** Marks a run at saturation: its times say nothing about a server at work. */
  public Outcome saturated() {
    saturated = true;
    return this;
  }

  /** The first reason stays. */
  public Outcome failed(String why) {
    failure = failure == null ? why : failure;
    return this;
  }

  /** Nothing was found, and nothing was wrong. */
  public Outcome unmeasured(String why) {
    unmeasured = why;
    return this;
  }

  /** Records that a peer of the comparison is not installed here. */
  public Outcome leftOut(String who) {
    settings.merge("left out", who, (others, another) -> others + ", " + another);
    return this;
  }

  /** The scenario was ended by hand, or by the time of its suite. */
  public Outcome cutShort() {
    cutShort = true;
    return this;
  }

  public String scenario() {
    return scenario;
  }

  public String title() {
    return cutShort ? title + " (ended before its time)" : title;
  }

  public Map<String, String> settings() {
    return settings;
  }

  public List<Figure> figures() {
    return figures;
  }

  /** The value of the figure with that name. */
  public double measured(String figure) {
    return figures.stream()
        .filter(each -> each.name().equals(figure))
        .mapToDouble(Figure::value)
        .findFirst()
        .orElseThrow();
  }

  public List<Check> checks() {
    return checks;
  }

  public List<Distribution> distributions() {
    return distributions;
  }

  public List<Curve> curves() {
    return curves;
  }

  public List<Comparison> comparisons() {
    return comparisons;
  }

  /** None of them counts when the outcome does not. */
  public List<Goal> goals() {
    return Stream.concat(
            goals.stream().map(goal -> goal.doubted(orCutShort(wrong()))),
            goalsOfTimes.stream().map(goal -> goal.doubted(orCutShort(voidBecause()))))
        .toList();
  }

  private @Nullable String orCutShort(@Nullable String why) {
    return why != null ? "void" : cutShort ? "ended before its time" : null;
  }

  public boolean isSaturation() {
    return saturated;
  }

  /** The reason why it counts for nothing; null when it does. */
  public @Nullable String voidBecause() {
    String wrong = wrong();
    return wrong != null
        ? wrong
        : distributions.stream()
            .filter(each -> each.spoilt() != null)
            .map(each -> each.name() + ": " + each.spoilt())
            .findFirst()
            .orElse(null);
  }

  /** The error of the run, even if its times are worth nothing. */
  private @Nullable String wrong() {
    if (failure != null) {
      return failure;
    }
    for (Check check : checks) {
      if (!check.held()) {
        return check.what() + ": expected " + check.expected() + ", found " + check.found();
      }
    }
    return unmeasured;
  }

  /** Whether every condition held. The measurements may be void all the same. */
  public boolean held() {
    return failure == null && checks.stream().allMatch(Check::held);
  }
}
