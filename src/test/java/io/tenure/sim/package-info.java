/** The simulation of the whole system: on one thread, from one seed, in virtual time. */
@NullMarked
package io.tenure.sim;

import org.jspecify.annotations.NullMarked;
