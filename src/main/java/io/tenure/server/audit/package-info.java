/** Records the acts of operators. */
@NullMarked
package io.tenure.server.audit;

import org.jspecify.annotations.NullMarked;
