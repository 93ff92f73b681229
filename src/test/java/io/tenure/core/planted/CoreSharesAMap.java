package io.tenure.core.planted;

import java.util.concurrent.ConcurrentMap;

public record CoreSharesAMap(ConcurrentMap<String, String> leases) {}
