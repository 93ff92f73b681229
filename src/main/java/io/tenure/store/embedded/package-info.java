/** Runs a Redis of the server's own, and stores files in the server's data directory. */
@NullMarked
package io.tenure.store.embedded;

import org.jspecify.annotations.NullMarked;
