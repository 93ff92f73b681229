/** Measures the resources that a process and the machine spend. */
@NullMarked
package io.tenure.loadtest.gauge;

import org.jspecify.annotations.NullMarked;
