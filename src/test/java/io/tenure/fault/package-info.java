/** Real processes, real Redis, real faults; a history that judges what holders were told. */
@NullMarked
package io.tenure.fault;

import org.jspecify.annotations.NullMarked;
