package io.tenure.client.calls;

import io.tenure.wire.ServerMessage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of the held keys, in no order; {@code cursor} leads to the next page, null at the end.
 */
public record KeyPage(List<HolderInfo> keys, @Nullable String cursor) {

  static KeyPage of(ServerMessage message) {
    return new KeyPage(
        message.objects("keys").stream()
            .map(each -> HolderInfo.of(each.text("key"), each))
            .toList(),
        message.textOrNull("cursor"));
  }
}
