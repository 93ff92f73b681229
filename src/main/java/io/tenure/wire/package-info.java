/** Encodes requests and replies as bytes, for the protocols and the client alike. */
@NullMarked
package io.tenure.wire;

import org.jspecify.annotations.NullMarked;
