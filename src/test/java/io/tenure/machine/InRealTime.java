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
 * A test of something that must happen within so much real time. When it fails and the machine
 * stood still meanwhile ({@link Standstill#MOST_NANOS}), nobody knows whose fault it was: that run
 * is void, says so, and is played again, twice at most. Any other failure is one at once, and so is
 * a {@link Violated} contract. Its runs are played one after the other, also where other tests are
 * played meanwhile.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@RealMachine
@Execution(ExecutionMode.SAME_THREAD)
@ExtendWith(RealTimeRuns.class)
public @interface InRealTime {}
