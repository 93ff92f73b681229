package io.tenure.fault;

/**
 * A holder that believed in its lease wrote to what the key protects; the resource compares tokens
 * and refused it unless {@code accepted}.
 */
record Write(String key, long token, String holder, long atNanos, boolean accepted) {}
