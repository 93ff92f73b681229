/** Puts loads on the servers, and asserts the results. */
@NullMarked
package io.tenure.loadtest.scenario;

import org.jspecify.annotations.NullMarked;
