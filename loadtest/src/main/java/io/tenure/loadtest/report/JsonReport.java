package io.tenure.loadtest.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.tenure.loadtest.pace.Percentiles;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** A report for programs. */
public final class JsonReport {

  private static final MathContext DIGITS = new MathContext(6);

  private final JsonGenerator json;

  private JsonReport(JsonGenerator json) {
    this.json = json;
  }

  public static String of(Report report) {
    return written(writer -> writer.report(report));
  }

  /** The goals alone: the result of a quick run. */
  public static String summary(Report report) {
    return written(writer -> writer.summaryOf(report));
  }

  private interface Part {
    void write(JsonReport writer) throws IOException;
  }

  private static String written(Part part) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      json.useDefaultPrettyPrinter();
      json.enable(JsonGenerator.Feature.WRITE_BIGDECIMAL_AS_PLAIN);
      part.write(new JsonReport(json));
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return text.toString();
  }

  private void summaryOf(Report report) throws IOException {
    json.writeStartObject();
    json.writeStringField("date", report.date());
    json.writeBooleanField("worked", report.worked());
    json.writeObjectFieldStart("ratios");
    for (Outcome outcome : report.outcomes()) {
      for (Comparison comparison : outcome.comparisons()) {
        number(comparison.name(), comparison.ratio());
      }
    }
    json.writeEndObject();
    goals(report.outcomes().stream().flatMap(outcome -> outcome.goals().stream()).toList());
    json.writeArrayFieldStart("void");
    for (Outcome outcome : report.outcomes()) {
      String why = outcome.voidBecause();
      if (why != null) {
        json.writeString(outcome.title() + ": " + why);
      }
      for (Comparison each : outcome.comparisons()) {
        if (each.doubt() != null) {
          json.writeString(each.name() + ": " + each.doubt() + ", too few clean rounds");
        }
      }
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void report(Report report) throws IOException {
    json.writeStartObject();
    json.writeStringField("title", report.title());
    json.writeStringField("date", report.date());
    json.writeBooleanField("worked", report.worked());
    texts("machine", report.machine());
    json.writeArrayFieldStart("outcomes");
    for (Outcome outcome : report.outcomes()) {
      outcome(outcome);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void outcome(Outcome outcome) throws IOException {
    json.writeStartObject();
    json.writeStringField("scenario", outcome.scenario());
    json.writeStringField("title", outcome.title());
    json.writeBooleanField("saturation", outcome.isSaturation());
    json.writeStringField("voidBecause", outcome.voidBecause());
    texts("settings", outcome.settings());
    json.writeArrayFieldStart("figures");
    for (Figure figure : outcome.figures()) {
      json.writeStartObject();
      json.writeStringField("name", figure.name());
      number("value", figure.value());
      json.writeStringField("unit", figure.unit());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeArrayFieldStart("checks");
    for (Check check : outcome.checks()) {
      json.writeStartObject();
      json.writeStringField("what", check.what());
      json.writeNumberField("expected", check.expected());
      json.writeNumberField("found", check.found());
      json.writeEndObject();
    }
    json.writeEndArray();
    goals(outcome.goals());
    comparisons(outcome.comparisons());
    distributions(outcome.distributions());
    curves(outcome.curves());
    json.writeEndObject();
  }

  private void goals(List<Goal> goals) throws IOException {
    json.writeArrayFieldStart("goals");
    for (Goal goal : goals) {
      json.writeStartObject();
      json.writeStringField("name", goal.name());
      number("measured", goal.measured());
      Bounds bounds = goal.bounds();
      if (bounds != null) {
        numbers("confidence95", List.of(bounds.low(), bounds.high()));
      }
      json.writeStringField("unit", goal.unit());
      number("line", goal.line());
      number("aim", goal.aim());
      json.writeStringField("reached", goal.reached());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void comparisons(List<Comparison> comparisons) throws IOException {
    json.writeArrayFieldStart("comparisons");
    for (Comparison each : comparisons) {
      json.writeStartObject();
      json.writeStringField("name", each.name());
      json.writeStringField("us", each.us());
      json.writeStringField("them", each.them());
      number("ratio", each.ratio());
      numbers("confidence95", List.of(each.confidence().low(), each.confidence().high()));
      numbers("ratios", each.ratios());
      numbers("oursPerCpuSecond", each.ours());
      numbers("theirsPerCpuSecond", each.theirs());
      numbers("oursOfEcho", each.oursOfEcho());
      json.writeNumberField("roundsThrownOut", each.thrownOut());
      json.writeBooleanField("spoilt", each.spoilt());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void distributions(List<Distribution> distributions) throws IOException {
    json.writeArrayFieldStart("distributions");
    for (Distribution each : distributions) {
      json.writeStartObject();
      json.writeStringField("name", each.name());
      json.writeStringField("spoilt", each.spoilt());
      json.writeNumberField("samples", each.corrected().getTotalCount());
      millis("corrected", each.corrected());
      millis("uncorrected", each.uncorrected());
      millis("senderLag", each.lag());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void millis(String name, @Nullable Histogram histogram) throws IOException {
    if (histogram == null) {
      return;
    }
    json.writeObjectFieldStart(name);
    for (double percentile : Percentiles.SHOWN) {
      number(Percentiles.name(percentile), Distribution.millisAt(histogram, percentile));
    }
    json.writeStringField("unit", "ms");
    json.writeEndObject();
  }

  private void curves(List<Curve> curves) throws IOException {
    json.writeArrayFieldStart("curves");
    for (Curve curve : curves) {
      json.writeStartObject();
      json.writeStringField("name", curve.name());
      json.writeStringField("x", curve.xName());
      json.writeStringField("y", curve.yName());
      json.writeArrayFieldStart("points");
      for (Curve.Point point : curve.points()) {
        json.writeStartArray();
        value(point.x());
        value(point.y());
        json.writeEndArray();
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void texts(String name, Map<String, String> texts) throws IOException {
    json.writeObjectFieldStart(name);
    for (Map.Entry<String, String> each : texts.entrySet()) {
      json.writeStringField(each.getKey(), each.getValue());
    }
    json.writeEndObject();
  }

  private void numbers(String name, List<Double> numbers) throws IOException {
    json.writeArrayFieldStart(name);
    for (double number : numbers) {
      value(number);
    }
    json.writeEndArray();
  }

  private void number(String name, double number) throws IOException {
    json.writeFieldName(name);
    value(number);
  }

  /** A value that is not a number was not measured. */
  private void value(double number) throws IOException {
    if (Double.isFinite(number)) {
      json.writeNumber(new BigDecimal(number).round(DIGITS).stripTrailingZeros());
    } else {
      json.writeNull();
    }
  }
}
