/** Spells our own words as bytes, for the doors and the client alike. */
@NullMarked
package io.tenure.wire;

import org.jspecify.annotations.NullMarked;
