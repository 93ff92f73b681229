package io.tenure.view.planted;

import io.tenure.core.LeaseTable;

final class ViewOpensATable {
  long due(LeaseTable table) {
    return table.dueIn(0, 0);
  }
}
