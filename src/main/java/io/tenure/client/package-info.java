/** Holds leases from a Java program: {@link io.tenure.client.TenureClient} is where to begin. */
@NullMarked
package io.tenure.client;

import org.jspecify.annotations.NullMarked;
