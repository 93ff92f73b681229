/** Owns keys: stamps time, applies, commits, answers, expires, notifies. */
@NullMarked
package io.tenure.shard;

import org.jspecify.annotations.NullMarked;
