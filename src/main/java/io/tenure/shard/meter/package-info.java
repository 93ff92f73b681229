/** Counts what shards, loops and callers do. */
@NullMarked
package io.tenure.shard.meter;

import org.jspecify.annotations.NullMarked;
