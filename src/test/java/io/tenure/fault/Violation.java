package io.tenure.fault;

/** A law broken: about which key, and the evidence. */
record Violation(Law law, String key, String evidence) {}
