package io.tenure.core;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Keeps each holder's name once, however many leases it has, and gives it a number. */
final class Names {

  private final Map<String, Integer> numbers = new HashMap<>();
  private final List<String> names = new ArrayList<>();
  private final IntColumn uses = new IntColumn();
  private final IntColumn nextFree = new IntColumn();
  private int free;

  Names() {
    names.add("");
  }

  int use(String name) {
    Integer known = numbers.get(name);
    int number = known != null ? known : add(name);
    uses.set(number, uses.get(number) + 1);
    return number;
  }

  String get(int number) {
    return names.get(number);
  }

  void drop(int number) {
    int left = uses.get(number) - 1;
    uses.set(number, left);
    if (left == 0) {
      numbers.remove(names.set(number, ""));
      nextFree.set(number, free);
      free = number;
    }
  }

  private int add(String name) {
    int number = free;
    if (number == 0) {
      number = names.size();
      names.add(name);
    } else {
      free = nextFree.get(number);
      names.set(number, name);
    }
    numbers.put(name, number);
    return number;
  }
}
