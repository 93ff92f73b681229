/** Holds leases from a Java program. */
@NullMarked
package io.tenure.client;

import org.jspecify.annotations.NullMarked;
