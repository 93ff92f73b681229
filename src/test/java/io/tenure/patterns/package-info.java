/**
 * The examples of {@code docs/patterns.md}, run: what stands between the marks stands there too.
 */
package io.tenure.patterns;
