/** Decides what a request or the passing of time does to leases. */
@NullMarked
package io.tenure.core;

import org.jspecify.annotations.NullMarked;
