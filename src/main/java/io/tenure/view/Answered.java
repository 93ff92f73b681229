package io.tenure.view;

import io.tenure.core.Reply;
import io.tenure.shard.Answer;
import org.jspecify.annotations.Nullable;

/** The reply in an answer, when it is the one that was asked for. */
final class Answered {

  private Answered() {}

  /** Null when the shard is not served, or refused. */
  static <T extends Reply> @Nullable T as(Class<T> type, Answer answer) {
    return answer instanceof Answer.Said said && type.isInstance(said.reply())
        ? type.cast(said.reply())
        : null;
  }
}
