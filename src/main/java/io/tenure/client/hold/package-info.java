/** Keeps leases and sessions alive, and ends them in time. */
@NullMarked
package io.tenure.client.hold;

import org.jspecify.annotations.NullMarked;
