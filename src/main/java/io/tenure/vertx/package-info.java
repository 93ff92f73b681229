/** Wraps the internals of Vert.x that Tenure uses. */
@NullMarked
package io.tenure.vertx;

import org.jspecify.annotations.NullMarked;
