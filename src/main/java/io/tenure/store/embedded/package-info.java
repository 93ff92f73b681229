/** Runs a Redis of the server's own, and stores files in its data directory. */
@NullMarked
package io.tenure.store.embedded;

import org.jspecify.annotations.NullMarked;
