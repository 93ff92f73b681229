/** Words that every package shares: keys, leases, requests, replies and outcomes. */
@NullMarked
package io.tenure.api;

import org.jspecify.annotations.NullMarked;
