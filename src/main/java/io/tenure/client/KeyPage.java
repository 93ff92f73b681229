package io.tenure.client;

import io.tenure.wire.Answer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Some of the held keys, in no order; {@code cursor} leads to the next page, null at the end. */
public record KeyPage(List<Holding> keys, @Nullable String cursor) {

  static KeyPage of(Answer answer) {
    return new KeyPage(
        answer.objects("keys").stream().map(each -> Holding.of(each.text("key"), each)).toList(),
        answer.textOrNull("cursor"));
  }
}
