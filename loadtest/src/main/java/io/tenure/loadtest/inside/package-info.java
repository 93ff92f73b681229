/**
 * Measures the lines of durability: real stores, real processes; run by {@code
 * loadtest/durability}.
 */
@NullMarked
package io.tenure.loadtest.inside;

import org.jspecify.annotations.NullMarked;
