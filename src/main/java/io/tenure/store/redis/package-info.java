/** Stores changes in Redis, each batch by one script. */
@NullMarked
package io.tenure.store.redis;

import org.jspecify.annotations.NullMarked;
