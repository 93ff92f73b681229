/** Looks at a server as a whole: what ends soonest, how fast it goes, which shards are served. */
@NullMarked
package io.tenure.cli.top;

import org.jspecify.annotations.NullMarked;
