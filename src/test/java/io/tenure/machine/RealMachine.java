package io.tenure.machine;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * Marks a test that depends on real time or real processes, so that other work of the machine may
 * make it fail. Only these tests get a second try in the build that asks for it ({@link
 * SecondTry}).
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Tag(RealMachine.TAG)
public @interface RealMachine {

  String TAG = "real-machine";
}
