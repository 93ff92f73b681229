/**
 * Leases for ordinary threads. No other package of the client has methods that block.
 *
 * <p>{@link io.tenure.client.blocking.Leases} does work on the calling thread while it holds a key,
 * and interrupts that thread when the lease is not safe any more.
 */
@NullMarked
package io.tenure.client.blocking;

import org.jspecify.annotations.NullMarked;
