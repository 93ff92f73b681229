/** Reads the command line of {@code loadtest/run}. */
@NullMarked
package io.tenure.loadtest.run;

import org.jspecify.annotations.NullMarked;
