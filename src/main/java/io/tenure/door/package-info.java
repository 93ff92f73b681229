/** Listens: turns one protocol each into core words and back. */
@NullMarked
package io.tenure.door;

import org.jspecify.annotations.NullMarked;
