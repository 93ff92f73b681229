/** Serves the protocol HTTP: requests, answers, and events as Server-Sent Events. */
@NullMarked
package io.tenure.door.http;

import org.jspecify.annotations.NullMarked;
