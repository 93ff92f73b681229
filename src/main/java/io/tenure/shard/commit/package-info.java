/** Makes changes durable in order, and releases their effects afterwards. */
@NullMarked
package io.tenure.shard.commit;

import org.jspecify.annotations.NullMarked;
