package reactor.planted;

/** Stands in for Reactor while nothing depends on it yet. */
public interface Flux {}
