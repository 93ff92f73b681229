/**
 * For the side of the resource: refuses whoever comes with a fencing token smaller than one that
 * was seen. The only thing that stops a holder which slept between its last look and its write.
 */
@NullMarked
package io.tenure.client.guard;

import org.jspecify.annotations.NullMarked;
