package io.tenure.loadtest.run;

import io.tenure.loadtest.gauge.Machine;
import io.tenure.loadtest.net.HaltedException;
import io.tenure.loadtest.peer.Pinning;
import io.tenure.loadtest.report.HtmlReport;
import io.tenure.loadtest.report.JsonReport;
import io.tenure.loadtest.report.Outcome;
import io.tenure.loadtest.report.Report;
import io.tenure.loadtest.scenario.Options;
import io.tenure.loadtest.scenario.Progress;
import io.tenure.loadtest.scenario.Scenario;
import io.tenure.loadtest.scenario.Stage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Map;

/** The main class of {@code loadtest/run}: runs a scenario or a suite, and writes the report. */
final class Main {

  private static final Path RESULTS = Path.of("loadtest", "results");
  private static final int WRONG_WORDS = 64;
  private static final int NOT_SO = 1;
  private static final int VOID = 2;

  private final Suite suite;
  private final Options options;
  private final Progress progress;
  private final Path results;
  private final Report report;

  private Main(Suite suite, Options options, Progress progress) {
    LocalDateTime now = LocalDateTime.now(ZoneId.systemDefault());
    this.suite = suite;
    this.options = options;
    this.progress = progress;
    results = RESULTS.resolve(directory(suite, now));
    Map<String, String> machine = new LinkedHashMap<>(Machine.facts());
    machine.put("pinning", Pinning.described());
    report =
        new Report(
            suite.title(), DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm").format(now), machine);
  }

  public static void main(String[] words) throws IOException {
    Suite suite;
    Options options;
    try {
      Map<String, String> flags = new LinkedHashMap<>();
      String wanted = Words.read(words, flags);
      if (wanted.equals("help")) {
        Words.printHelp(System.out);
        return;
      }
      suite =
          switch (wanted) {
            case "quick" -> Suite.quick();
            case "full" -> Suite.full();
            default -> Suite.of(wanted);
          };
      options = suite.options(flags);
    } catch (IllegalArgumentException wrong) {
      System.err.println("loadtest: " + wrong.getMessage());
      System.exit(WRONG_WORDS);
      return;
    }
    boolean terminal = Boolean.getBoolean("stderr.terminal");
    try (Progress progress = new Progress(System.err, terminal).shown()) {
      Interrupt.heard(progress::halt);
      Report report = new Main(suite, options, progress).run();
      System.exit(exitCode(report));
    }
  }

  /** A directory for each run of a day, in the order of their time. */
  static String directory(Suite suite, LocalDateTime begun) {
    return DateTimeFormatter.ofPattern("yyyy-MM-dd-HHmmss").format(begun) + "-" + suite.name();
  }

  /** A void measurement is no success; a condition that failed is worse. */
  static int exitCode(Report report) {
    if (!report.held()) {
      return NOT_SO;
    }
    return report.worked() ? 0 : VOID;
  }

  private Report run() throws IOException {
    Files.createDirectories(results);
    progress.haltAfter(suite.limit().toNanos());
    for (Suite.Act act : suite.acts()) {
      report.add(progress.halted() ? leftOut(act.scenario()) : play(act, suite.nameOf(act)));
      write();
    }
    write();
    Summary.print(report, System.err);
    progress.say("report: " + results.resolve("report.html"));
    System.out.println(JsonReport.summary(report));
    return report;
  }

  private Outcome play(Suite.Act act, String name) {
    try {
      Stage stage = new Stage(name, act.options(options), results, progress);
      Outcome outcome = act.scenario().play(stage);
      return progress.halted() ? outcome.cutShort() : outcome;
    } catch (HaltedException ended) {
      return nothingOf(act.scenario()).unmeasured(String.valueOf(ended.getMessage()));
    } catch (RuntimeException failed) {
      progress.say(act.scenario().name() + " failed: " + failed);
      return nothingOf(act.scenario()).failed(failed.toString());
    }
  }

  private Outcome leftOut(Scenario scenario) {
    return nothingOf(scenario)
        .unmeasured(
            "left out: the run was ended before, by hand or after "
                + suite.limit().toSeconds()
                + " s");
  }

  private static Outcome nothingOf(Scenario scenario) {
    return new Outcome(scenario.name(), scenario.name());
  }

  private void write() throws IOException {
    Files.writeString(results.resolve("report.json"), JsonReport.of(report));
    Files.writeString(results.resolve("report.html"), HtmlReport.of(report));
    StringBuilder machine = new StringBuilder();
    report.machine().forEach((name, value) -> machine.append(name + ": " + value + "\n"));
    Files.writeString(results.resolve("machine.txt"), machine);
  }
}
