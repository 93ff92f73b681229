/** Encodes and decodes the protocols of Tenure and of its peers. */
@NullMarked
package io.tenure.loadtest.speech;

import org.jspecify.annotations.NullMarked;
