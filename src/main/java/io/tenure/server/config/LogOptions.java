package io.tenure.server.config;

import io.tenure.server.log.LogFormat;
import org.slf4j.event.Level;

/**
 * The lines that a server logs, and their form.
 *
 * @param format of the lines
 * @param level of the least severe lines
 * @param requests whether each request that is answered has a line
 */
public record LogOptions(LogFormat format, Level level, boolean requests) {}
