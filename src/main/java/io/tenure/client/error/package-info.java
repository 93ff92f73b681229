/**
 * Exceptions that users of the client catch.
 *
 * <p>Each of them is a {@link io.tenure.client.error.TenureException}. {@link
 * io.tenure.client.error.HeldException} says that another holder has the key, {@link
 * io.tenure.client.error.LeaseLostException} that a lease ended before its work, {@link
 * io.tenure.client.error.FencedException} that a resource has seen a larger token, {@link
 * io.tenure.client.error.InsufficientTimeException} that a lease is not safe for long enough,
 * {@link io.tenure.client.error.RefusedException} that the server refuses, and {@link
 * io.tenure.client.error.UnreachableException} that the outcome is unknown, because no server
 * answered in time.
 */
@NullMarked
package io.tenure.client.error;

import org.jspecify.annotations.NullMarked;
