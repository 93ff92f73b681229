/** Makes changes durable, in order, and lets effects leave once they are. */
@NullMarked
package io.tenure.shard.commit;

import org.jspecify.annotations.NullMarked;
