/** Exceptions that users of the client catch. */
@NullMarked
package io.tenure.client.error;

import org.jspecify.annotations.NullMarked;
