/** What Tenure uses of the internals of Vert.x. */
@NullMarked
package io.tenure.vertx;

import org.jspecify.annotations.NullMarked;
