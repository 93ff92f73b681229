package io.tenure.core.memory.planted;

import io.tenure.api.Key;

final class MemoryKnowsAKey {
  private final Key key = Key.of("jobs/nightly");

  Key key() {
    return key;
  }
}
