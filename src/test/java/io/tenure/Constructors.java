package io.tenure;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;

/** The rule about the number of parameters that a constructor of the source has. */
final class Constructors {

  /** The compiler passes the name and the ordinal number to the constructor of an enum. */
  private static final int PARAMETERS_OF_ENUMS = 2;

  private Constructors() {}

  static ArchCondition<JavaClass> haveAtMost(int most) {
    return new ArchCondition<>("have constructors with at most " + most + " parameters") {
      @Override
      public void check(JavaClass owner, ConditionEvents events) {
        for (JavaConstructor constructor : owner.getConstructors()) {
          int parameters = parameters(constructor);
          if (parameters > most) {
            String found = constructor.getFullName() + " has " + parameters + " parameters";
            events.add(SimpleConditionEvent.violated(constructor, found));
          }
        }
      }
    };
  }

  private static int parameters(JavaConstructor constructor) {
    JavaClass owner = constructor.getOwner();
    int all = constructor.getRawParameterTypes().size();
    if (constructor.getModifiers().contains(JavaModifier.SYNTHETIC)) {
      return 0;
    }
    if (owner.isEnum()) {
      return all - PARAMETERS_OF_ENUMS;
    }
    return owner.isInnerClass() ? all - 1 : all;
  }
}
