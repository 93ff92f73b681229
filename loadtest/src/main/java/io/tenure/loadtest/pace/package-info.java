/** Schedules messages, and records how long answers took. */
@NullMarked
package io.tenure.loadtest.pace;

import org.jspecify.annotations.NullMarked;
