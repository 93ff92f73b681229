/** Serves the protocol of streams over WebSocket: many requests on one stream, and pushes. */
@NullMarked
package io.tenure.door.ws;

import org.jspecify.annotations.NullMarked;
