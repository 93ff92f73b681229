/**
 * Vocabulary that server and client share: keys, leases, requests, replies and outcomes.
 *
 * <p>Programs that hold leases meet few of these types: {@link io.tenure.api.Mode} in a claim,
 * {@link io.tenure.api.Value} at a lease, {@link io.tenure.api.LeaseEvent} and {@link
 * io.tenure.api.EndReason} in a watch, {@link io.tenure.api.Outcome} in a refusal. The package
 * imports nothing but the JDK and the annotations of JSpecify.
 */
@NullMarked
package io.tenure.api;

import org.jspecify.annotations.NullMarked;
