/** Encodes requests and replies as bytes, for all protocols and the client. */
@NullMarked
package io.tenure.wire;

import org.jspecify.annotations.NullMarked;
