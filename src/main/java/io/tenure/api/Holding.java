package io.tenure.api;

/**
 * The ownership of a key by one holder, and the token that distinguishes this tenure from others.
 *
 * @param slot the slot number of the holder, -1 in other modes
 */
public record Holding(Key key, String holder, long token, int slot) {}
