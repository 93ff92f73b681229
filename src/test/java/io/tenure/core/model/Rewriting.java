package io.tenure.core.model;

import static io.tenure.core.model.Disagreement.unless;

import io.tenure.core.Change;
import io.tenure.core.LeaseTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A journal that is rewritten from the memory of a working shard. It has slices of the shard's
 * image, and the changes that the shard makes meanwhile.
 */
final class Rewriting {
  private final List<Change> written = new ArrayList<>();
  private long cursor;

  void changed(Change change) {
    written.add(change);
  }

  /** Takes another slice. True: it was the last one. */
  boolean advance(LeaseTable table, int records) {
    cursor = table.image(cursor, records, written::add);
    return cursor < 0;
  }

  /** All that recovery needs, as a store keeps it that does not fold changes. */
  List<Change> written() {
    return written;
  }

  /** Checks that a recovery from it, folded or not, has the result of all changes so far. */
  void check(LeaseTable table, List<Change> history, long seed, Supplier<LeaseTable> empty) {
    Map<Change, Integer> now = image(table);
    Map<Change, Integer> right = new NaiveLedger(history).image();
    unless(right.equals(now), "not what history says", now, right);
    unless(image(recovered(written, empty)).equals(now), "not what was written", now, written);
    List<Change> folded = Keeper.compacted(written, seed);
    unless(image(recovered(folded, empty)).equals(now), "not what is folded", now, folded);
  }

  private static LeaseTable recovered(List<Change> changes, Supplier<LeaseTable> empty) {
    LeaseTable table = empty.get();
    changes.forEach(table::replay);
    return table;
  }

  private static Map<Change, Integer> image(LeaseTable table) {
    Map<Change, Integer> image = new HashMap<>();
    table.image(0, Integer.MAX_VALUE, change -> image.merge(change, 1, Integer::sum));
    return image;
  }
}
