package io.tenure.door.http;

import io.tenure.shard.QuarantineReasonTexts;
import io.tenure.shard.ShardReport;
import io.tenure.shard.ShardReport.Store;
import io.tenure.shard.ShardState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/** Explains to an operator why shards are not served, or not completely. */
final class ReadinessReasons {

  /** The number of ranges of shards that are named; the rest is counted. */
  private static final int STRETCHES_MAX = 8;

  /** The number of reasons of failed claims that are reported. */
  private static final int NOTES_MAX = 3;

  private final List<ShardReport> reports;

  ReadinessReasons(List<ShardReport> reports) {
    this.reports = reports;
  }

  /** Returns the number of shards that look to operators as those in this state do. */
  int count(ShardState state) {
    return which(is(state)).size();
  }

  /** Returns one sentence for each kind of trouble, or none without trouble. */
  List<String> reasons(String store) {
    List<String> reasons = new ArrayList<>();
    add(
        reasons,
        is(ShardState.WAITING).and(report -> report.store() != Store.AWAY),
        "%s being claimed");
    add(reasons, is(ShardState.LOADING), "%s being loaded");
    add(
        reasons,
        is(ShardState.AWAITING_OPENING),
        "%s claimed and loaded, and waiting to be opened");
    add(reasons, is(ShardState.STANDING_BY), "%s owned by another server");
    add(reasons, is(ShardState.LEFT), "%s handed back");
    add(
        reasons,
        report -> report.store() == Store.AWAY && report.note().isEmpty(),
        "the store " + store + " does not answer: %s waiting for it");
    add(
        reasons,
        report -> report.store() == Store.WRITTEN_ANEW,
        "the store " + store + " lost durable data: %s written again from memory");
    addNotes(reasons);
    reports.stream()
        .filter(report -> report.quarantineMillis() > 0)
        .max(Comparator.comparingLong(ShardReport::quarantineMillis))
        .ifPresent(report -> reasons.add(quarantine(report)));
    return reasons;
  }

  private static String quarantine(ShardReport longest) {
    return "leases may have been lost: nothing is granted for "
        + longest.quarantineMillis()
        + " ms more, because "
        + QuarantineReasonTexts.meaning(longest.doubt());
  }

  /** Adds the reasons of failed claims: usually one common reason, which is then reported once. */
  private void addNotes(List<String> reasons) {
    List<String> notes =
        reports.stream()
            .filter(is(ShardState.AWAITING_OPENING).negate())
            .map(ShardReport::note)
            .filter(note -> !note.isEmpty())
            .distinct()
            .toList();
    for (String note : notes.subList(0, Math.min(NOTES_MAX, notes.size()))) {
      List<Integer> shards = which(report -> report.note().equals(note));
      reasons.add("the last claim of " + names(shards) + " failed: " + note);
    }
    if (notes.size() > NOTES_MAX) {
      reasons.add("claims fail for other reasons too: see /v1/shards");
    }
  }

  private void add(List<String> reasons, Predicate<ShardReport> concerned, String sentence) {
    List<Integer> shards = which(concerned);
    if (!shards.isEmpty()) {
      reasons.add(sentence.formatted(names(shards) + (shards.size() == 1 ? " is" : " are")));
    }
  }

  private static Predicate<ShardReport> is(ShardState state) {
    return report -> report.state().looksLike(state);
  }

  private List<Integer> which(Predicate<ShardReport> concerned) {
    return reports.stream().filter(concerned).map(ShardReport::shard).toList();
  }

  /** Formats numbers as {@code shards 3, 7 to 12}. */
  static String names(List<Integer> shards) {
    List<String> stretches = new ArrayList<>();
    int named = 0;
    for (int at = 0; at < shards.size() && stretches.size() < STRETCHES_MAX; at = named) {
      int end = at;
      while (end + 1 < shards.size() && shards.get(end + 1) == shards.get(end) + 1) {
        end++;
      }
      stretches.add(end == at ? "" + shards.get(at) : shards.get(at) + " to " + shards.get(end));
      named = end + 1;
    }
    int more = shards.size() - named;
    return (shards.size() == 1 ? "shard " : "shards ")
        + String.join(", ", stretches)
        + (more == 0 ? "" : " and " + more + " more");
  }
}
