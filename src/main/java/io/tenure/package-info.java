/** Wires the rooms together: knows every room, and no room knows it. */
@NullMarked
package io.tenure;

import org.jspecify.annotations.NullMarked;
