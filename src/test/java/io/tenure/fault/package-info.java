/**
 * Real processes, a real Redis and real faults; a history checker judges the answers to holders.
 */
@NullMarked
package io.tenure.fault;

import org.jspecify.annotations.NullMarked;
