/** Brings what a client asks to a server, and back what it answered: over HTTP or a stream. */
@NullMarked
package io.tenure.client.transport;

import org.jspecify.annotations.NullMarked;
