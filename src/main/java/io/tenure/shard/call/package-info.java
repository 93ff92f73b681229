/** Delivers calls to shards, and replies back to the callers. */
@NullMarked
package io.tenure.shard.call;

import org.jspecify.annotations.NullMarked;
