package io.tenure.core.planted;

public final class CorePrints {
  void print() {
    System.out.println();
  }
}
