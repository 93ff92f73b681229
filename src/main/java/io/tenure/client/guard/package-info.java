/**
 * Fences for the side of the resource, which refuse a fencing token smaller than one already seen.
 *
 * <p>Only a fence stops a holder that slept between its last look at its lease and its write.
 * {@link io.tenure.client.guard.JdbcFence} keeps its mark in a table of the database that it
 * protects, {@link io.tenure.client.guard.RedisFence} in a Redis, {@link
 * io.tenure.client.guard.ServerFence} in the lease server, and {@link
 * io.tenure.client.guard.MemoryFence} in the memory of one process.
 */
@NullMarked
package io.tenure.client.guard;

import org.jspecify.annotations.NullMarked;
