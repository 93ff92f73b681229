package io.tenure.loadtest.report;

/** A measured number. */
public record Figure(String name, double value, String unit) {}
