package io.tenure.view;

import io.tenure.api.Reply;
import io.tenure.shard.call.CallResult;
import org.jspecify.annotations.Nullable;

/** Extracts replies of the expected type from results. */
final class ExpectedReply {

  private ExpectedReply() {}

  /** Returns the reply; null when the shard is not served, or refused the request. */
  static <T extends Reply> @Nullable T as(Class<T> type, CallResult answer) {
    return answer instanceof CallResult.Said said && type.isInstance(said.reply())
        ? type.cast(said.reply())
        : null;
  }
}
