/** Puts the client on the command line. */
@NullMarked
package io.tenure.cli;

import org.jspecify.annotations.NullMarked;
