package io.tenure.view;

import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * The facts about a server that other packages know and people want to see.
 *
 * @param version the version of this build
 * @param store the store of the leases, without user and password
 * @param durability strict or relaxed
 * @param breaking whether operators may end the leases of others
 * @param connections the number of open connections, those of the ops port left out, for any thread
 * @param refusedConnections the number of connections that were refused so far
 * @param streams the number of streams among them
 */
public record ServerInfo(
    String version,
    String store,
    String durability,
    boolean breaking,
    IntSupplier connections,
    LongSupplier refusedConnections,
    IntSupplier streams) {}
