package io.tenure.loadtest.scenario;

import io.tenure.loadtest.gauge.Steal;
import io.tenure.loadtest.report.Comparison;
import java.util.ArrayList;
import java.util.List;

/**
 * Compares Tenure with a peer, with the echo around both: echo, ours, theirs, theirs, ours, echo. A
 * drift in one direction falls out of the ratio.
 */
final class Rivalry {

  /** An echo further from the median of all spoils its round. */
  private static final double DRIFT_MAX = 0.10;

  /** With fewer rounds left all are reported, and called spoilt. */
  private static final int CLEAN_MIN = 3;

  /** {@code steal}: share of the time. */
  record Round(Contender.Burst echo, Contender.Burst ours, Contender.Burst theirs, double steal) {}

  private final String name;
  private final Contender echo;
  private final Contender ours;
  private final Contender theirs;
  private final List<Round> rounds = new ArrayList<>();

  Rivalry(String name, Contender echo, Contender ours, Contender theirs) {
    this.name = name;
    this.echo = echo;
    this.ours = ours;
    this.theirs = theirs;
  }

  Comparison play(int count, long burstNanos, Progress progress) {
    warm(burstNanos);
    for (int round = 0; round < count && !progress.halted(); round++) {
      progress.doing("%s: round %d of %d".formatted(name, round + 1, count));
      Steal steal = new Steal();
      Contender.Burst echoBefore = echo.burst(burstNanos);
      Contender.Burst oursBefore = ours.burst(burstNanos);
      Contender.Burst theirsBefore = theirs.burst(burstNanos);
      Contender.Burst theirsAfter = theirs.burst(burstNanos);
      Contender.Burst oursAfter = ours.burst(burstNanos);
      Contender.Burst echoAfter = echo.burst(burstNanos);
      rounds.add(
          new Round(
              echoBefore.and(echoAfter),
              oursBefore.and(oursAfter),
              theirsBefore.and(theirsAfter),
              steal.share()));
    }
    return judged(name, ours.described(), theirs.described(), rounds);
  }

  private void warm(long burstNanos) {
    echo.burst(burstNanos);
    ours.burst(burstNanos);
    theirs.burst(burstNanos);
  }

  /** Throws out the spoilt rounds. */
  static Comparison judged(String name, String us, String them, List<Round> rounds) {
    double usual =
        Comparison.median(rounds.stream().map(round -> round.echo.perCpuSecond()).toList());
    List<Round> clean =
        rounds.stream()
            .filter(round -> round.steal <= Steal.SHARE_MAX)
            .filter(round -> Math.abs(round.echo.perCpuSecond() - usual) <= DRIFT_MAX * usual)
            .toList();
    boolean spoilt = clean.size() < Math.min(CLEAN_MIN, rounds.size());
    List<Round> told = spoilt ? rounds : clean;
    return new Comparison(
        name,
        us,
        them,
        told.stream()
            .map(round -> round.ours.perCpuSecond() / round.theirs.perCpuSecond())
            .toList(),
        told.stream().map(round -> round.ours.perCpuSecond()).toList(),
        told.stream().map(round -> round.theirs.perCpuSecond()).toList(),
        told.stream().map(round -> round.ours.perCpuSecond() / round.echo.perCpuSecond()).toList(),
        rounds.size() - clean.size(),
        spoilt);
  }
}
