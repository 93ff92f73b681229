package io.tenure.view.planted;

import io.tenure.shard.commit.CommitLine;

public record ViewOpensACommitLine(CommitLine line) {}
