/** Speaks to servers: many connections on one thread, whatever the protocol. */
@NullMarked
package io.tenure.loadtest.net;

import org.jspecify.annotations.NullMarked;
