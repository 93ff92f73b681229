/** What the page of patterns shows, played against a real server. */
@NullMarked
package io.tenure.patterns;

import org.jspecify.annotations.NullMarked;
