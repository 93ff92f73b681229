/** The examples of the page of patterns, run against a real server. */
@NullMarked
package io.tenure.patterns;

import org.jspecify.annotations.NullMarked;
