package io.tenure.api;

/**
 * A key as one holder holds it, and the token that tells this tenure from every other.
 *
 * @param slot its slot number, -1 in other modes
 */
public record Holding(Key key, String holder, long token, int slot) {}
