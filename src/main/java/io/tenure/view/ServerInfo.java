package io.tenure.view;

import java.util.function.IntSupplier;

/**
 * What the rooms beside this one know, and people want to see.
 *
 * @param version of this build
 * @param store that keeps the leases, without user and password
 * @param durability strict or relaxed
 * @param breaking whether operators may end the leases of others
 * @param connections that are open, may be asked by any thread
 * @param streams of them that are streams
 */
public record ServerInfo(
    String version,
    String store,
    String durability,
    boolean breaking,
    IntSupplier connections,
    IntSupplier streams) {}
