/** When to send, and how long answers took. */
@NullMarked
package io.tenure.loadtest.pace;

import org.jspecify.annotations.NullMarked;
