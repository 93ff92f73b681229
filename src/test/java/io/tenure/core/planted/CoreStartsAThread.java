package io.tenure.core.planted;

public record CoreStartsAThread(Thread thread) {}
