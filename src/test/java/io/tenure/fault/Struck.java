package io.tenure.fault;

import java.util.List;

/**
 * When a fault began, from when on the service must come back, and what the history must show, all
 * by the load's clock.
 */
record Struck(long beganNanos, long recoversFromNanos, int crashes, List<Claim> claims) {}
