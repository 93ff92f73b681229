/** Stores changes for as long as the process lives. */
@NullMarked
package io.tenure.store.memory;

import org.jspecify.annotations.NullMarked;
