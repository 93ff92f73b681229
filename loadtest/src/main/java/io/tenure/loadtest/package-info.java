/** Measures the core, and prints every line to reach beside what was measured. */
@NullMarked
package io.tenure.loadtest;

import org.jspecify.annotations.NullMarked;
