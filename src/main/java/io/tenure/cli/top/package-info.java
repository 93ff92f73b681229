/** Samples a server as a whole: the next ends of tenures, its rates, and its served shards. */
@NullMarked
package io.tenure.cli.top;

import org.jspecify.annotations.NullMarked;
