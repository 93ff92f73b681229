package io.tenure.door.http;

import io.tenure.shard.QuarantineReasonTexts;
import io.tenure.shard.ShardStage;
import io.tenure.shard.ShardState;
import io.tenure.shard.ShardState.Store;
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

  private final List<ShardState> states;

  ReadinessReasons(List<ShardState> states) {
    this.states = states;
  }

  /** Returns the number of shards that look to operators as those in this stage do. */
  int count(ShardStage stage) {
    return which(is(stage)).size();
  }

  /** Returns one sentence for each kind of trouble, or none without trouble. */
  List<String> reasons(String store) {
    List<String> reasons = new ArrayList<>();
    add(
        reasons,
        is(ShardStage.WAITING).and(state -> state.store() != Store.AWAY),
        "%s being claimed");
    add(reasons, is(ShardStage.LOADING), "%s being loaded");
    add(
        reasons,
        is(ShardStage.AWAITING_OPENING),
        "%s claimed and loaded, and waiting to be opened");
    add(reasons, is(ShardStage.STANDING_BY), "%s owned by another server");
    add(reasons, is(ShardStage.LEFT), "%s handed back");
    add(
        reasons,
        state -> state.store() == Store.AWAY && state.note().isEmpty(),
        "the store " + store + " does not answer: %s waiting for it");
    add(
        reasons,
        state -> state.store() == Store.WRITTEN_ANEW,
        "the store " + store + " lost durable data: %s written again from memory");
    addNotes(reasons);
    states.stream()
        .filter(state -> state.quarantineMillis() > 0)
        .max(Comparator.comparingLong(ShardState::quarantineMillis))
        .ifPresent(state -> reasons.add(quarantine(state)));
    return reasons;
  }

  private static String quarantine(ShardState longest) {
    return "leases may have been lost: nothing is granted for "
        + longest.quarantineMillis()
        + " ms more, because "
        + QuarantineReasonTexts.meaning(longest.doubt());
  }

  /** Adds the reasons of failed claims: usually one common reason, which is then reported once. */
  private void addNotes(List<String> reasons) {
    List<String> notes =
        states.stream()
            .filter(is(ShardStage.AWAITING_OPENING).negate())
            .map(ShardState::note)
            .filter(note -> !note.isEmpty())
            .distinct()
            .toList();
    for (String note : notes.subList(0, Math.min(NOTES_MAX, notes.size()))) {
      List<Integer> shards = which(state -> state.note().equals(note));
      reasons.add("the last claim of " + names(shards) + " failed: " + note);
    }
    if (notes.size() > NOTES_MAX) {
      reasons.add("claims fail for other reasons too: see /v1/shards");
    }
  }

  private void add(List<String> reasons, Predicate<ShardState> concerned, String sentence) {
    List<Integer> shards = which(concerned);
    if (!shards.isEmpty()) {
      reasons.add(sentence.formatted(names(shards) + (shards.size() == 1 ? " is" : " are")));
    }
  }

  private static Predicate<ShardState> is(ShardStage stage) {
    return state -> state.stage().looksLike(stage);
  }

  private List<Integer> which(Predicate<ShardState> concerned) {
    return states.stream().filter(concerned).map(ShardState::shard).toList();
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
