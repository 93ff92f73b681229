/** Accepts requests: each protocol converts requests into those of the core, and replies back. */
@NullMarked
package io.tenure.door;

import org.jspecify.annotations.NullMarked;
