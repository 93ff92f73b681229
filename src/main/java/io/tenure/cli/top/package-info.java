/** Samples what a server does: which tenures end next, its rates, the shards that it serves. */
@NullMarked
package io.tenure.cli.top;

import org.jspecify.annotations.NullMarked;
