package io.tenure.door.planted;

import io.tenure.shard.call.Call;
import io.tenure.shard.call.CallTarget;
import java.util.function.Consumer;

record DoorHandsOnACallTarget(CallTarget shard) {
  Consumer<Call> way() {
    return shard::hear;
  }
}
