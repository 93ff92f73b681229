/** What is done to the servers, and what is asserted about it. */
@NullMarked
package io.tenure.loadtest.scenario;

import org.jspecify.annotations.NullMarked;
