/**
 * Accepts requests: each protocol converts its requests into requests of {@code api}, and replies
 * back.
 */
@NullMarked
package io.tenure.door;

import org.jspecify.annotations.NullMarked;
