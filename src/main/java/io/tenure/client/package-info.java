/** Holds leases from a Java program: {@link io.tenure.client.TenureClient} is the entry point. */
@NullMarked
package io.tenure.client;

import org.jspecify.annotations.NullMarked;
