/** Makes changes durable, in order, and lets their effects leave afterwards. */
@NullMarked
package io.tenure.shard.commit;

import org.jspecify.annotations.NullMarked;
