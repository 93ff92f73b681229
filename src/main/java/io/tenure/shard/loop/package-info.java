/** Runs shards on event loops: mail, turns and clocks. */
@NullMarked
package io.tenure.shard.loop;

import org.jspecify.annotations.NullMarked;
