package io.tenure.shard.commit.planted;

import io.tenure.shard.call.Call;

public record CommitAnswersACall(Call call) {}
