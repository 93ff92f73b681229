package io.tenure.server.config;

import java.util.Map;

/**
 * All settings of {@code ./tenure serve}.
 *
 * @param loops event loops that serve; 0 for one for each core
 * @param settings each setting by name, as it counts; without user and password
 */
public record ServerOptions(
    LeasingOptions config,
    int loops,
    DoorOptions doors,
    LogOptions log,
    Map<String, String> settings) {

  /** More than any machine has cores. */
  static final int LOOPS_MAX = 1_024;
}
