/** Single calls to the server, each sent once for each subscription. */
@NullMarked
package io.tenure.client.calls;

import org.jspecify.annotations.NullMarked;
