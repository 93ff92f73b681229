/** What tests ask of the machine they run on, which others use too. */
@NullMarked
package io.tenure.machine;

import org.jspecify.annotations.NullMarked;
