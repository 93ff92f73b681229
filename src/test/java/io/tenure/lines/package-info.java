/**
 * Measures the lines of durability: real stores, real processes; run by {@code
 * loadtest/durability}.
 */
@NullMarked
package io.tenure.lines;

import org.jspecify.annotations.NullMarked;
