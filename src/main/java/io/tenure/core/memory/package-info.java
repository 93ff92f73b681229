/** Columns, indexes and timers that hold millions of leases in few objects. */
@NullMarked
package io.tenure.core.memory;

import org.jspecify.annotations.NullMarked;
