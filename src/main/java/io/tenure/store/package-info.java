/** Keeps changes, all or nothing, for the shard's current owner only. */
@NullMarked
package io.tenure.store;

import org.jspecify.annotations.NullMarked;
