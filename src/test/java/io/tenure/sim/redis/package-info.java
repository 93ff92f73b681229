/** A Redis in memory that runs the scripts of production, on one thread. */
@NullMarked
package io.tenure.sim.redis;

import org.jspecify.annotations.NullMarked;
