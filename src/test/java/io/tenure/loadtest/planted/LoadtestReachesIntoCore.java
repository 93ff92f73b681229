package io.tenure.loadtest.planted;

import io.tenure.core.planted.CoreThrowsDice;

public record LoadtestReachesIntoCore(CoreThrowsDice core) {}
