/** Speaks to servers: many connections on one thread, for every protocol. */
@NullMarked
package io.tenure.loadtest.net;

import org.jspecify.annotations.NullMarked;
