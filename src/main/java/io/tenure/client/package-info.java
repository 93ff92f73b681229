/**
 * Holds leases from a Java program: {@link io.tenure.client.TenureClient} is the entry point.
 *
 * <p>A {@link io.tenure.client.Claim} says what the program wants. The client acquires it as a
 * {@link io.tenure.client.Lease}, renews it, and knows without any network how long the lease is
 * safe; it reports a {@link io.tenure.client.Loss} once, before another holder can have the key. A
 * {@link io.tenure.client.Session} keeps many leases with one heartbeat, and {@link
 * io.tenure.client.Leadership} is what an election grants.
 *
 * <p>Methods return the types of Project Reactor. Nothing is sent before a subscriber asks, and
 * each subscription is an attempt of its own. Ordinary threads use {@link
 * io.tenure.client.blocking.Leases}.
 */
@NullMarked
package io.tenure.client;

import org.jspecify.annotations.NullMarked;
