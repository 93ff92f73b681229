/** The protocols that are spoken: ours, and those of the peers. */
@NullMarked
package io.tenure.loadtest.speech;

import org.jspecify.annotations.NullMarked;
