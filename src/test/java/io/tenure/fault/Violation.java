package io.tenure.fault;

/** A broken law with its key and the evidence. */
record Violation(Law law, String key, String evidence) {}
