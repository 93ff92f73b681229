package io.tenure.store.redis;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The effect of one batch on the records of one row: the last state of each record. */
final class RowChange {

  final int row;

  /** The token of the tenure that the extra records belong to. */
  long token;

  byte @Nullable [] tenure;
  byte @Nullable [] value;
  byte @Nullable [] endAfterGrace;
  byte @Nullable [] guests;
  byte @Nullable [] end;
  @Nullable List<String> ids;

  /** Whether the records from before this batch are deleted. */
  boolean cleared;

  RowChange(int row) {
    this.row = row;
  }

  void begin(long beginning, byte[] record) {
    clear(beginning);
    tenure = record;
  }

  void clear(long of) {
    token = of;
    cleared = true;
    tenure = null;
    value = null;
    endAfterGrace = null;
    guests = null;
    end = null;
    ids = null;
  }

  void remember(@Nullable String requestId) {
    if (requestId != null) {
      ids = ids == null ? new ArrayList<>() : ids;
      ids.add(requestId);
    }
  }

  boolean hasExtras() {
    return value != null || endAfterGrace != null || guests != null || end != null || ids != null;
  }
}
