package io.tenure.core;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class QuarantineEpochTest {

  private final Quarantine quarantine = new Quarantine(new LeaseClock(new TableMeter()));

  @Test
  void anEpochOfAStoreThatLacksChangesDoesNotEndItAndIsAskedForOnceMore() {
    quarantine.begin(0);
    quarantine.awaitsEpoch();
    assertTrue(quarantine.wantsEpoch());

    assertFalse(quarantine.entered(false));
    assertTrue(quarantine.on());

    assertTrue(quarantine.wantsEpoch());
    assertTrue(quarantine.entered(true));
    assertFalse(quarantine.on());
  }
}
