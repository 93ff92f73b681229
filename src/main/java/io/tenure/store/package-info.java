/** Stores changes, all or nothing, for the current owner of a shard only. */
@NullMarked
package io.tenure.store;

import org.jspecify.annotations.NullMarked;
