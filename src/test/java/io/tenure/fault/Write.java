package io.tenure.fault;

/**
 * A write of a holder that believed in its lease. The resource compares tokens and refused the
 * write unless {@code accepted}.
 */
record Write(String key, long token, String holder, long atNanos, boolean accepted) {}
