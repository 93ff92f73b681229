package io.tenure.door.planted;

import io.tenure.shard.call.Call;

record DoorReachesThroughACall(Call call) {
  void again() {
    call.shard().hear(call);
  }
}
