/**
 * Single calls to the server, each sent once for each subscription.
 *
 * <p>{@link io.tenure.client.calls.LeaseCalls} has one method for each call of the server: the
 * client renews nothing and repeats nothing here. The records of the package are what such a call
 * takes and what the server answers. Programs that hold leases need only {@link
 * io.tenure.client.calls.WatchRequest} and {@link io.tenure.client.calls.WatchEvent}, for {@link
 * io.tenure.client.TenureClient#watch}.
 */
@NullMarked
package io.tenure.client.calls;

import org.jspecify.annotations.NullMarked;
