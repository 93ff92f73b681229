/** Writes the log for operators. */
@NullMarked
package io.tenure.server.log;

import org.jspecify.annotations.NullMarked;
