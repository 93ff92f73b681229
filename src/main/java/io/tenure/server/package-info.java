/** Wires the packages together and runs them as the {@code tenure} program. */
@NullMarked
package io.tenure.server;

import org.jspecify.annotations.NullMarked;
