package io.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Checks that a public simple name means one type, so that a reader need not look at the imports.
 * The nested types of {@code api} and {@code client} count too: programs import those of {@code
 * client}, and all packages those of {@code api}.
 */
@AnalyzeClasses(packages = "io.tenure", importOptions = ArchitectureTest.MainAndLoadtest.class)
class PublicNamesTest {

  private static final String OF_CLIENTS =
      "programs use the type of the client by this name; the type of api is named with its outer"
          + " type";

  private static final String TWO_OF_ONE_KIND =
      "both types are named with their outer type, which says whose they are";

  /** The names of several types, each with the reason. */
  private static final Map<String, String> SEVERAL =
      Map.of(
          "Happened", OF_CLIENTS,
          "LeaseState", OF_CLIENTS,
          "Released", OF_CLIENTS,
          "Shown", OF_CLIENTS,
          "Synchronised", OF_CLIENTS,
          "Kind", TWO_OF_ONE_KIND,
          "Over", TWO_OF_ONE_KIND,
          "Renewed", TWO_OF_ONE_KIND,
          "Unit", TWO_OF_ONE_KIND);

  @ArchTest
  static void aPublicNameMeansOneType(JavaClasses all) {
    Map<String, Set<String>> types = new TreeMap<>();
    for (JavaClass each : all) {
      if (isImported(each) && !each.getPackageName().startsWith("io.tenure.loadtest")) {
        types.computeIfAbsent(each.getSimpleName(), name -> new TreeSet<>()).add(each.getName());
      }
    }
    types.values().removeIf(names -> names.size() == 1);

    assertEquals(
        new TreeSet<>(SEVERAL.keySet()),
        types.keySet(),
        () -> "give one of the types another name, or say why both need the name: " + types);
  }

  private static boolean isImported(JavaClass type) {
    if (type.isAnonymousClass() || type.isLocalClass() || !isPublic(type)) {
      return false;
    }
    String name = type.getName();
    return type.isTopLevelClass()
        || (name.startsWith("io.tenure.api.") || name.startsWith("io.tenure.client."))
            && type.getEnclosingClass().map(PublicNamesTest::isImported).orElse(false);
  }

  private static boolean isPublic(JavaClass type) {
    return type.getModifiers().contains(JavaModifier.PUBLIC);
  }
}
