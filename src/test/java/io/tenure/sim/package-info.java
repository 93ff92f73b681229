/** The whole system on one thread, under one seed, in virtual time. */
@NullMarked
package io.tenure.sim;

import org.jspecify.annotations.NullMarked;
