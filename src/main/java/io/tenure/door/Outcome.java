package io.tenure.door;

import io.tenure.core.Renewal;
import io.tenure.wire.Problem;
import org.jspecify.annotations.Nullable;

/** What became of one renewal among many: one of the two. */
public record Outcome(Renewal.@Nullable Renewed renewed, @Nullable Problem problem) {}
