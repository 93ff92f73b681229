package io.tenure;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Finds cycles among the top-level classes of one package. A reader of one class of a cycle must
 * know all of its classes.
 */
final class PackageCycles extends ArchCondition<JavaClass> {

  private final int most;
  private final Map<String, Set<String>> needs = new TreeMap<>();

  /** The cycle that a class is part of; the class alone when it is part of no cycle. */
  private final Map<String, SortedSet<String>> cycles = new HashMap<>();

  /**
   * The order in which classes were found, and the earliest class that each class leads back to.
   */
  private final Map<String, Integer> found = new HashMap<>();

  private final Map<String, Integer> earliest = new HashMap<>();
  private final Deque<String> open = new ArrayDeque<>();

  private PackageCycles(int most) {
    super("have at most %d classes in a cycle of their package", most);
    this.most = most;
  }

  static ArchCondition<JavaClass> haveAtMost(int most) {
    return new PackageCycles(most);
  }

  @Override
  public void init(Collection<JavaClass> all) {
    needs.clear();
    cycles.clear();
    found.clear();
    earliest.clear();
    for (JavaClass each : all) {
      Set<String> needed = needs.computeIfAbsent(topLevel(each), name -> new TreeSet<>());
      for (Dependency dependency : each.getDirectDependenciesFromSelf()) {
        JavaClass target = dependency.getTargetClass().getBaseComponentType();
        if (target.getPackageName().equals(each.getPackageName())) {
          needed.add(topLevel(target));
        }
      }
    }
    needs.keySet().forEach(this::follow);
  }

  @Override
  public void check(JavaClass each, ConditionEvents events) {
    SortedSet<String> cycle = cycles.getOrDefault(each.getName(), new TreeSet<>());
    if (cycle.size() > most) {
      events.add(
          SimpleConditionEvent.violated(
              each, each.getName() + " is one of " + cycle.size() + " in a cycle: " + cycle));
    }
  }

  /** Tarjan's strongly connected components. */
  private void follow(String name) {
    if (found.containsKey(name)) {
      return;
    }
    found.put(name, found.size());
    earliest.put(name, found.get(name));
    open.push(name);
    for (String needed : needs.getOrDefault(name, Set.of())) {
      follow(needed);
      if (open.contains(needed)) {
        earliest.merge(name, earliest.get(needed), Math::min);
      }
    }
    if (earliest.get(name).equals(found.get(name))) {
      SortedSet<String> cycle = new TreeSet<>();
      while (cycle.isEmpty() || !cycle.contains(name)) {
        cycle.add(open.pop());
      }
      cycle.forEach(each -> cycles.put(each, cycle));
    }
  }

  private static String topLevel(JavaClass of) {
    int nested = of.getName().indexOf('$');
    return nested < 0 ? of.getName() : of.getName().substring(0, nested);
  }
}
