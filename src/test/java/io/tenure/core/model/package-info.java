/** A naive model of the rules, and random steps that compare it with the lease table. */
@NullMarked
package io.tenure.core.model;

import org.jspecify.annotations.NullMarked;
