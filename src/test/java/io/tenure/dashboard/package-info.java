/** The dashboard in a real browser, against a real server. */
@NullMarked
package io.tenure.dashboard;

import org.jspecify.annotations.NullMarked;
