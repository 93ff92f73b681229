/** Reports the results, for people and for programs. */
@NullMarked
package io.tenure.loadtest.report;

import org.jspecify.annotations.NullMarked;
