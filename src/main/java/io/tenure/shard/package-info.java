/**
 * Owns keys: claims shards, runs their turns, applies requests, makes changes durable, and answers.
 *
 * <p>The packages inside can be read in this order: meter, loop, ownership, commit, call.
 */
@NullMarked
package io.tenure.shard;

import org.jspecify.annotations.NullMarked;
