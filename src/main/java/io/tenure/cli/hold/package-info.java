/** Runs a command as long as a lease is safe, and no longer. */
@NullMarked
package io.tenure.cli.hold;

import org.jspecify.annotations.NullMarked;
