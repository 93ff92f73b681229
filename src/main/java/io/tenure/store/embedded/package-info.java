/** Runs a Redis of the server's own, and keeps files in its data directory. */
@NullMarked
package io.tenure.store.embedded;

import org.jspecify.annotations.NullMarked;
