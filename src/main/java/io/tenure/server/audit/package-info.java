/** The record of what operators did. */
@NullMarked
package io.tenure.server.audit;

import org.jspecify.annotations.NullMarked;
