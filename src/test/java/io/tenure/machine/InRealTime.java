package io.tenure.machine;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Marks a test of something that must happen within a given real time. If it fails and the machine
 * stood still meanwhile ({@link Standstill#MOST_NANOS}), the cause is unknown: that run is void, is
 * reported as void, and is played again, twice at most. Any other failure counts at once, and so
 * does a {@link Violated} contract. Its runs are played one after the other, also where other tests
 * run in parallel.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@RealMachine
@Execution(ExecutionMode.SAME_THREAD)
@ExtendWith(RealTimeRuns.class)
public @interface InRealTime {}
