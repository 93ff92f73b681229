/**
 * The effects of a shared machine on tests: real time, ports, overdue processes and second tries.
 */
@NullMarked
package io.tenure.machine;

import org.jspecify.annotations.NullMarked;
