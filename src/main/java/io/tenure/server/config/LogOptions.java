package io.tenure.server.config;

import io.tenure.server.log.LogFormat;

/**
 * What a server logs, and how.
 *
 * @param format of the lines
 * @param requests whether each request that is answered has a line
 */
public record LogOptions(LogFormat format, boolean requests) {}
