/** Reaches through Vert.x to the Netty below it, for what Vert.x has no public word. */
@NullMarked
package io.tenure.netty;

import org.jspecify.annotations.NullMarked;
