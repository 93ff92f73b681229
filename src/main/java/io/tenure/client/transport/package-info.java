/** Sends the requests of a client to a server over HTTP or a stream, and delivers the answers. */
@NullMarked
package io.tenure.client.transport;

import org.jspecify.annotations.NullMarked;
