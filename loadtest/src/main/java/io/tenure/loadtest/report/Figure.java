package io.tenure.loadtest.report;

/** A number that was measured. */
public record Figure(String name, double value, String unit) {}
