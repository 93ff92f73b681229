package io.tenure.view;

import java.util.function.IntSupplier;

/**
 * The facts about a server that other packages know and people want to see.
 *
 * @param version the version of this build
 * @param store the store of the leases, without user and password
 * @param durability strict or relaxed
 * @param breaking whether operators may end the leases of others
 * @param connections the number of open connections, for any thread
 * @param streams the number of streams among them
 */
public record ServerInfo(
    String version,
    String store,
    String durability,
    boolean breaking,
    IntSupplier connections,
    IntSupplier streams) {}
