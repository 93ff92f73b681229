/** Measures the core, and prints every line to reach with its measurement. */
@NullMarked
package io.tenure.loadtest;

import org.jspecify.annotations.NullMarked;
