/** Accepts requests: each protocol converts them to requests of the core, and the replies back. */
@NullMarked
package io.tenure.door;

import org.jspecify.annotations.NullMarked;
