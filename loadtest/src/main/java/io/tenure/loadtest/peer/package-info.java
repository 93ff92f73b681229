/** Starts servers to be measured, each in a process and a directory of its own. */
@NullMarked
package io.tenure.loadtest.peer;

import org.jspecify.annotations.NullMarked;
