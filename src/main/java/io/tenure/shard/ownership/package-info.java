/** Owns shards: claims, epochs, and the end of an ownership. */
@NullMarked
package io.tenure.shard.ownership;

import org.jspecify.annotations.NullMarked;
