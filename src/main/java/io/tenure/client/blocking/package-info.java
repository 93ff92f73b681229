/** Leases for ordinary threads: the only place of the client where anybody waits. */
@NullMarked
package io.tenure.client.blocking;

import org.jspecify.annotations.NullMarked;
