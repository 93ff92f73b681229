/** Reads settings from flags, variables and a file. */
@NullMarked
package io.tenure.server.config;

import org.jspecify.annotations.NullMarked;
